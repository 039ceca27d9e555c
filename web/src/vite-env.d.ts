/// <reference types="svelte" />
/// <reference types="vite/client" />

declare module '*.md' {
  import type { Book } from '../markdown';
  const book: Book;
  export default book;
}
