/**
 * The first lines of the style sheets of pages without JavaScript: the colours and fonts of the console. The browser's
 * colour scheme selects the light or the dark ones.
 */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --canvas: light-dark(#fafbfc, #16181c);
  --surface: light-dark(#fff, #1b1e23);
  --line: light-dark(#e6e8eb, #2b2f36);
  --border: light-dark(#ced4da, #3a4049);
  --text: light-dark(#16181c, #dfe3e8);
  --dimmed: light-dark(#5a626b, #a2a9b4);
  --link: light-dark(#3b5bdb, #91a7ff);
  font: 1rem/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'PingFang SC', 'Microsoft YaHei',
    'Noto Sans CJK SC', sans-serif;
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--canvas); color: var(--text); overflow-wrap: anywhere; }
`;
