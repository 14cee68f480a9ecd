import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const highlightStyle = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier], color: 'light-dark(#7a1fa2, #d7a6ff)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'light-dark(#1d6b36, #8ce99a)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'light-dark(#a34100, #ffb47a)' },
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'light-dark(#1a4fa3, #91c4ff)' },
  { tag: tags.function(tags.variableName), color: 'light-dark(#1a4fa3, #91c4ff)' },
  { tag: tags.comment, color: 'light-dark(#5a626b, #a2a9b4)', fontStyle: 'italic' },
  { tag: tags.invalid, color: 'light-dark(#a3123a, #ffa8b6)' },
]);

const baseTheme = EditorView.theme({
  '&': { fontSize: '13px', height: '100%', color: 'var(--mantine-color-text)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.6' },
  '.cm-content': { caretColor: 'var(--mantine-color-text)' },
  '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
  '.cm-gutters': { backgroundColor: 'transparent', border: 'none', color: 'var(--mantine-color-dimmed)' },
  // A tint behind the text would lower its contrast. The line number marks the active line.
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--mantine-color-text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'light-dark(#d6e0ff, #33406b)',
  },
  '.cm-tooltip, .cm-panels': {
    backgroundColor: 'var(--surface)',
    color: 'var(--mantine-color-text)',
    border: '1px solid var(--line)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-mono)', maxHeight: '15em' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'light-dark(#d6e0ff, #33406b)',
    color: 'var(--mantine-color-text)',
  },
  '.cm-tooltip .cm-completionInfo': { maxWidth: 'min(420px, 60vw)' },
  '.cm-description': {
    maxWidth: 'min(560px, 80vw)',
    maxHeight: '220px',
    overflowY: 'auto',
    padding: '4px 8px',
  },
  '.cm-description code': {
    fontFamily: 'var(--font-mono)',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
  '.cm-description > div': {
    marginTop: '4px',
    fontFamily: 'var(--mantine-font-family)',
    whiteSpace: 'pre-line',
  },
  '.cm-panels .cm-textfield': {
    backgroundColor: 'var(--canvas)',
    color: 'var(--mantine-color-text)',
    border: '1px solid var(--mantine-color-dimmed)',
  },
  '.cm-panels .cm-button': {
    backgroundColor: 'var(--hover)',
    backgroundImage: 'none',
    color: 'var(--mantine-color-text)',
    border: '1px solid var(--line)',
  },
  '.cm-panels label, .cm-panels button[name=close]': { color: 'var(--mantine-color-text)' },
  '.cm-searchMatch': { backgroundColor: 'light-dark(#ffec99, #5c4813)' },
  '.cm-searchMatch-selected': { backgroundColor: 'light-dark(#ffd8a8, #7a4a10)' },
  '.cm-markedLine': {
    backgroundColor: 'light-dark(#fff1f3, #2c181d)',
    boxShadow: 'inset 3px 0 light-dark(#c21e3a, #ff8797)',
  },
});

/** The editor theme in the console's colours, for light and dark mode. */
export const editorTheme = [baseTheme, syntaxHighlighting(highlightStyle)];
