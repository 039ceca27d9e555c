// Rule books are written in Markdown and become data when the page is built, so that no reader of
// Markdown travels to the browser. What is understood: headings, paragraphs, lists, tables,
// emphasis, code, links, and fences named `picture`, which the game's own component draws: a line
// that begins with # is the caption, and the others say what is to be seen.
import type { Plugin } from 'vite';

export interface Block {
  /** The number of the rule that begins here, if one does. */
  rule: string | null;
  html: string;
  /** What the game draws here, if it does; the text of the block is then the caption. */
  picture: string | null;
}

export interface Section {
  title: string;
  id: string;
  blocks: Block[];
}

export interface Book {
  title: string;
  sections: Section[];
}

const RULE = /^\*\*([A-Z]{2}-\d+)/;
const escape = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

function inline(text: string): string {
  return escape(text)
    .replace(/ (?=[:;!?»])|(?<=«) /g, '\u00a0') // French: no line begins with these
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/(^|[^*])\*([^*\s][^*]*)\*/g, '$1<em>$2</em>')
    .replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, '<a href="$2">$1</a>');
}

function table(lines: string[]): string {
  const cells = (line: string) =>
    line
      .replace(/^\||\|$/g, '')
      .split('|')
      .map((cell) => inline(cell.trim()));
  const [head = [], , ...rows] = lines.map(cells);
  const row = (tag: string, found: string[]) => `<tr>${found.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
  return `<table><thead>${row('th', head)}</thead><tbody>${rows.map((r) => row('td', r)).join('')}</tbody></table>`;
}

export function readBook(text: string): Book {
  const book: Book = { title: '', sections: [] };
  let section: Section = { title: '', id: 'top', blocks: [] };
  book.sections.push(section);
  const add = (html: string, rule: string | null = null, picture: string | null = null) =>
    section.blocks.push({ rule, html, picture });
  const lines = text.split(/\r?\n/);
  for (let i = 0; i < lines.length;) {
    const line = lines[i] ?? '';
    const heading = /^(#{1,4})\s+(.*)$/.exec(line);
    if (!line.trim()) {
      i += 1;
    } else if (heading) {
      const title = (heading[2] ?? '').trim();
      if (heading[1] === '#') book.title = title;
      else {
        const id = title
          .toLowerCase()
          .replace(/[^\p{L}\p{N}]+/gu, '-')
          .replace(/^-|-$/g, '');
        section = { title, id, blocks: [] };
        book.sections.push(section);
      }
      i += 1;
    } else if (line.startsWith('```')) {
      const kind = line.slice(3).trim();
      const body: string[] = [];
      for (i += 1; i < lines.length && !lines[i]?.startsWith('```'); i += 1) body.push(lines[i] ?? '');
      i += 1;
      const [caption = [], drawn = []] = [true, false].map((is) => body.filter((one) => one.startsWith('#') === is));
      if (kind === 'picture') add(inline(caption.join(' ').replace(/^#\s*/, '')), null, drawn.join('\n'));
      else add(`<pre>${escape(body.join('\n'))}</pre>`);
    } else if (line.startsWith('|')) {
      const body: string[] = [];
      for (; i < lines.length && lines[i]?.startsWith('|'); i += 1) body.push(lines[i] ?? '');
      add(table(body));
    } else {
      const item = /^\s*[-*]\s+/.exec(line);
      const parts = [item ? line.slice(item[0].length) : line];
      for (i += 1; i < lines.length; i += 1) {
        const next = lines[i] ?? '';
        if (!next.trim() || /^(\s*[-*]\s|#{1,4}\s|```|\|)/.test(next)) break;
        parts.push(next.trim());
      }
      const body = parts.join(' ');
      const rule = RULE.exec(body)?.[1] ?? null;
      add(rule || !item ? inline(body) : `<span class="item">${inline(body)}</span>`, rule);
    }
  }
  book.sections = book.sections.filter((found) => found.title || found.blocks.length);
  return book;
}

export function ruleBook(): Plugin {
  let building = false;
  return {
    name: 'rule-book',
    enforce: 'pre',
    configResolved(config) {
      building = config.command === 'build';
    },
    transform(code, id) {
      if (!id.split('?')[0]?.endsWith('.md')) return null;
      const book = JSON.stringify(readBook(code));
      if (!building) return { code: `export default ${book}`, map: null };
      const [language = '', game = ''] = id.split('?')[0]?.replace(/\.md$/, '').split('/').slice(-2) ?? [];
      const file = this.emitFile({ type: 'asset', name: `${game}-${language}.json`, source: book });
      return { code: `export default import.meta.ROLLUP_FILE_URL_${file}`, map: null };
    },
  };
}
