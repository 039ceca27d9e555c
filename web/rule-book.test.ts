import { expect, test } from 'vitest';
import { readBook } from './rule-book';

test('a heading begins a section with an anchor', () => {
  const book = readBook('# Dominoes\n\nIn short.\n\n## Setting up a round\n\nShuffle.');
  expect(book.title).toBe('Dominoes');
  expect(book.sections.map(({ title, id }) => [title, id])).toEqual([
    ['', 'top'],
    ['Setting up a round', 'setting-up-a-round'],
  ]);
});

test('a list item that begins with a rule number is that rule', () => {
  const [section] = readBook('- **MT-7** The *starter*\n  begins.\n- Nothing else.').sections;
  expect(section?.blocks).toEqual([
    { rule: 'MT-7', html: '<strong>MT-7</strong> The <em>starter</em> begins.', picture: null },
    { rule: null, html: '<span class="item">Nothing else.</span>', picture: null },
  ]);
});

test('a picture has a caption and what is to be drawn', () => {
  const [section] = readBook('```picture\n# A double\n# lies across\n6-6\n```').sections;
  expect(section?.blocks).toEqual([{ rule: null, html: 'A double # lies across', picture: '6-6' }]);
});

test('HTML in a book stays text', () => {
  expect(readBook('<b>bold</b>').sections[0]?.blocks[0]?.html).toBe('&lt;b&gt;bold&lt;/b&gt;');
});

test('narrow spaces stay as they are written', () => {
  const text = '«\u202fOui\u202f»\u202f:\n*non*\u202f!';
  expect(readBook(text).sections[0]?.blocks[0]?.html).toBe('«\u202fOui\u202f»\u202f: <em>non</em>\u202f!');
});

test('tables keep their head and cells', () => {
  const html = readBook('| a | b |\n|---|---|\n| 1 | **2** |').sections[0]?.blocks[0]?.html;
  expect(html?.replace(/\n/g, '')).toBe(
    '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td><strong>2</strong></td></tr></tbody></table>',
  );
});
