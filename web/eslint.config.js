import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import typescript from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default defineConfig(
  { ignores: ['node_modules', 'src/lib/protocol.ts', 'src/games/*/deck.ts', 'src/games/*/types.ts', 'engines'] },
  js.configs.recommended,
  typescript.configs.recommended,
  svelte.configs.recommended,
  prettier,
  svelte.configs.prettier,
  { languageOptions: { globals: globals.browser } },
  { files: ['*.ts', '*.js'], languageOptions: { globals: globals.node } },
  { files: ['src/worker.js'], languageOptions: { globals: globals.serviceworker } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: typescript.parser, svelteConfig } },
  },
  {
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-undef': 'off', // TypeScript knows better
      'no-irregular-whitespace': ['error', { skipTemplates: true, skipStrings: true }], // French has them in its texts
      'svelte/no-unused-svelte-ignore': 'off', // svelte-check decides which are needed
    },
  },
);
