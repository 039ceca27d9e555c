// Rule books are written in Markdown and become data when the page is built, so that no Markdown
// parser is sent to the browser. A fence named `picture` is drawn by the game's own component: its
// lines that begin with # are the caption, and the others say what is to be drawn.
import MarkdownIt, { type Token } from 'markdown-it';
import type { Plugin } from 'vite';

export interface Block {
  /** The number of the rule that begins here, if one does. */
  rule: string | null;
  html: string;
  /** What the game draws here, if anything; the text of the block is then the caption. */
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
const markdown = new MarkdownIt();

const inline = (text: string): string => markdown.renderInline(text.replace(/\s*\n\s*/g, ' '));

function anchor(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

function picture(fence: string): Block {
  const lines = fence.trimEnd().split('\n');
  const caption = lines.filter((line) => line.startsWith('#')).join(' ');
  const drawn = lines.filter((line) => !line.startsWith('#')).join('\n');
  return { rule: null, html: inline(caption.replace(/^#\s*/, '')), picture: drawn };
}

function paragraph(text: string, inList: boolean): Block {
  const rule = RULE.exec(text)?.[1] ?? null;
  const html = inline(text);
  return { rule, html: rule || !inList ? html : `<span class="item">${html}</span>`, picture: null };
}

/** The tokens from one that opens an element to the one that closes it. */
function element(tokens: Token[], start: number): Token[] {
  const end = tokens.findIndex((token, i) => i > start && token.nesting === -1 && token.level === tokens[start]?.level);
  return tokens.slice(start, end + 1);
}

export function readBook(text: string): Book {
  const tokens = markdown.parse(text, {});
  const book: Book = { title: '', sections: [] };
  let section: Section = { title: '', id: 'top', blocks: [] };
  book.sections.push(section);
  for (let i = 0; i < tokens.length; i += 1) {
    const token = tokens[i] as Token;
    const content = tokens[i + 1]?.content ?? '';
    if (token.type === 'heading_open' && token.tag === 'h1') {
      book.title = content;
    } else if (token.type === 'heading_open') {
      section = { title: content, id: anchor(content), blocks: [] };
      book.sections.push(section);
    } else if (token.type === 'paragraph_open') {
      section.blocks.push(paragraph(content, token.level > 0));
    } else if (token.type === 'fence' && token.info.trim() === 'picture') {
      section.blocks.push(picture(token.content));
    } else if (token.type === 'fence') {
      section.blocks.push({ rule: null, html: markdown.renderer.render([token], markdown.options, {}), picture: null });
    } else if (token.type === 'table_open') {
      const table = element(tokens, i);
      section.blocks.push({ rule: null, html: markdown.renderer.render(table, markdown.options, {}), picture: null });
      i += table.length - 1;
    }
  }
  book.sections = book.sections.filter((found) => found.title || found.blocks.length);
  return book;
}

/** Makes `import book from 'rules.md'` the address of the book, or the book itself during development. */
export function ruleBook(): Plugin {
  let building = false;
  return {
    name: 'rule-book',
    enforce: 'pre',
    configResolved(config) {
      building = config.command === 'build';
    },
    transform(code, id) {
      const path = id.split('?')[0] ?? '';
      if (!path.endsWith('.md')) return null;
      const book = JSON.stringify(readBook(code));
      if (!building) return { code: `export default ${book}`, map: null };
      const [language = '', game = ''] = path.replace(/\.md$/, '').split('/').slice(-2);
      const file = this.emitFile({ type: 'asset', name: `${game}-${language}.json`, source: book });
      return { code: `export default import.meta.ROLLUP_FILE_URL_${file}`, map: null };
    },
  };
}
