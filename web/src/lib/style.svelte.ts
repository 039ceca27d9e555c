// Rules of style that come and go with a component, so that the boards need not know about them.
export function adoptStyle(rules: () => string): void {
  const sheet = new CSSStyleSheet();
  $effect(() => {
    document.adoptedStyleSheets.push(sheet);
    return () => (document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet));
  });
  $effect(() => {
    sheet.replaceSync(rules());
  });
}
