import { svelte } from '@sveltejs/vite-plugin-svelte';
import { readdirSync, readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { ruleBook } from './rule-book.ts';

const LIMIT = 160_000; // bytes of script and style, compressed, that a first visit needs
const NETWORK_LIMIT = 400_000; // bytes of each network, compressed, which is fetched when a bot needs it
const GAMES_LIMIT = 80_000; // bytes of all games, compressed: their rules and bots, texts and views

/** What the page needs before anything is asked for: one file, since it is all fetched at once. */
const together = new Set<string>();
function gather(): Plugin {
  return {
    name: 'gather',
    buildEnd() {
      const follow = (id: string): void => {
        if (together.has(id)) return;
        together.add(id);
        this.getModuleInfo(id)?.importedIds.forEach(follow);
      };
      for (const id of this.getModuleIds()) if (this.getModuleInfo(id)?.isEntry) follow(id);
    },
  };
}

/** Says how large the page is, and refuses one that is too large. */
function weigh(): Plugin {
  return {
    name: 'weigh',
    writeBundle(_, bundle) {
      let [script, language, style, games, network] = [0, 0, 0, 0, 0];
      const names = readdirSync('engines')
        .filter((file) => file.endsWith('.js'))
        .map((file) => file.slice(0, -3));
      const ofGame = new RegExp(`/(${names.join('|')})-[^.]*\\.(js|wasm)$`); // the Worker's files are assets here
      for (const [name, item] of Object.entries(bundle)) {
        if (item.type === 'asset' && ofGame.test(name)) games += brotliCompressSync(item.source).length;
        if (item.type === 'asset' && name.endsWith('.bin'))
          network = Math.max(network, brotliCompressSync(item.source).length);
        const size = gzipSync(item.type === 'chunk' ? item.code : item.source, { level: 9 }).length;
        if (item.type === 'chunk' && item.moduleIds.some((id) => together.has(id))) script += size;
        else if (item.type === 'chunk' && item.isDynamicEntry)
          language = Math.max(language, size); // one of them
        else if (name.endsWith('.css')) style += size;
      }
      const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
      const all = script + language + style;
      console.log(`script ${kB(script)} + language ${kB(language)} + style ${kB(style)} = ${kB(all)} compressed`);
      console.log(`games ${kB(games)} compressed, the largest network ${kB(network)}`);
      if (all > LIMIT) this.error(`the page is larger than ${kB(LIMIT)}`);
      if (!games) this.error('the games are missing');
      if (network > NETWORK_LIMIT) this.error(`a network is larger than ${kB(NETWORK_LIMIT)}`);
      if (games > GAMES_LIMIT) this.error(`the games are larger than ${kB(GAMES_LIMIT)}`);
    },
  };
}

/** Names the files of the page from the root, since it is opened at many addresses; `sidings site` may move it. */
function rootPage(): Plugin {
  return {
    name: 'root-page',
    transformIndexHtml: { order: 'post', handler: (html) => html.replaceAll('="./', '="/') },
  };
}

/** Tells the service worker what the page needs when there is no network. */
function listShell(): Plugin {
  return {
    name: 'list-shell',
    enforce: 'post', // after the style has got its name
    generateBundle(_, bundle) {
      const needed = Object.keys(bundle).filter((name) => name.startsWith('assets/'));
      const worker = readFileSync('src/worker.js', 'utf8').replace(
        '[/* the shell */]',
        JSON.stringify(['./', 'icon.svg', 'manifest.webmanifest', ...needed]),
      );
      this.emitFile({ type: 'asset', fileName: 'worker.js', source: worker });
    },
  };
}

/** In the styles, lengths of 5 px and more grow with a large window, by `--px` of app.css: not those
 * that are read within a drawing, which grows as a whole. */
const grow = {
  postcssPlugin: 'grow',
  Declaration(declaration: { prop: string; value: string }) {
    if (/^(--px|font-size|transform-origin)$/.test(declaration.prop)) return;
    declaration.value = declaration.value.replace(/(?<![\w.])-?([\d.]+)px\b/g, (length, size) =>
      Number(size) < 5 ? length : `calc(${length.slice(0, -2)}*var(--px))`,
    );
  },
};

export default defineConfig({
  base: './',
  css: { postcss: { plugins: [grow] } },
  plugins: [ruleBook(), svelte(), gather(), rootPage(), listShell(), weigh()],
  worker: { format: 'es' },
  build: {
    outDir: '../src/sidings/page',
    emptyOutDir: true,
    assetsInlineLimit: 0, // the server's policy allows no data: but in pictures
    target: 'es2022',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    cssCodeSplit: false,
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'page', test: (id) => together.has(id) }] } },
    },
  },
  // The unit tests run the page's own half of Svelte, not the half that renders on a server.
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  // One world for all files, which is much quicker; a busy machine is not a fault.
  test: { environment: 'happy-dom', isolate: false, testTimeout: 60_000 },
  server: {
    fs: { allow: ['..'] },
    proxy: {
      '/api': 'http://127.0.0.1:8000',
      '/socket': { target: 'ws://127.0.0.1:8000', ws: true },
    },
  },
});
