import { useEffect, useRef } from 'react';

/** Handles Ctrl/Cmd-S (save) and Ctrl/Cmd-Enter (run) before the editor and the browser do. */
export function useShortcuts(actions: { onSave: () => void; onRun: () => void }): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      const action = { s: latest.current.onSave, enter: latest.current.onRun }[event.key.toLowerCase()];
      if (!action) return;
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat) action();
    };
    window.addEventListener('keydown', press, { capture: true });
    return () => window.removeEventListener('keydown', press, { capture: true });
  }, []);
}
