import { Suspense, useEffect } from 'react';
import { createStore } from '../lib/store';
import { lazyPart } from '../texts/lazy-part';

const CommandPalette = lazyPart(
  () => import('./command-palette'),
  'CommandPalette',
  'palette',
  'settings',
  'jobs',
);
const ShortcutHelp = lazyPart(() => import('./shortcut-help'), 'ShortcutHelp', 'palette');

const open = createStore<'palette' | 'help' | null>(null);

export const openPalette = () => open.set('palette');

/** Handles the keyboard shortcuts of all pages: Ctrl/Cmd-K, `/` and `?`. Their dialogs load when they are first opened. */
export function Shortcuts() {
  const current = open.use();
  useEffect(() => {
    window.addEventListener('keydown', handleKey);
    return () => window.removeEventListener('keydown', handleKey);
  }, []);
  const close = () => open.set(null);
  return (
    <Suspense>
      {current === 'palette' && <CommandPalette onClose={close} />}
      {current === 'help' && <ShortcutHelp onClose={close} />}
    </Suspense>
  );
}

function handleKey(event: KeyboardEvent): void {
  if (event.altKey || event.repeat) return;
  const isModified = event.ctrlKey || event.metaKey;
  if (isModified && !event.shiftKey && event.key.toLowerCase() === 'k') {
    event.preventDefault();
    openPalette();
    return;
  }
  if (isModified || isTyping(event.target) || document.querySelector('[role="dialog"]')) return;
  if (event.key === '?') open.set('help');
  if (event.key !== '/') return;
  const filter =
    document.querySelector<HTMLInputElement>('main input[type="search"]') ??
    document.querySelector<HTMLElement>('main [role="search"] :is(input, select)');
  if (!filter) return;
  event.preventDefault();
  filter.focus();
  if (filter instanceof HTMLInputElement) filter.select();
}

/** Whether keys are text for an element, such as an input or the code editor. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  );
}
