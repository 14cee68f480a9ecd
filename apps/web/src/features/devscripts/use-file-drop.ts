import { useEffect, useRef, useState } from 'react';

/** Takes files that are dropped anywhere on the page: the browser would leave the page for them. Tells whether some hover. */
export function useFileDrop(onFile: (file: File) => void): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(onFile);
  latest.current = onFile;
  useEffect(() => {
    const controller = new AbortController();
    // Before the editor takes them: it would write them in between.
    const options = { capture: true, signal: controller.signal };
    const listen = (type: 'dragover' | 'drop', take: (files: FileList) => void) =>
      window.addEventListener(
        type,
        (event) => {
          if (!event.dataTransfer?.types.includes('Files')) return;
          event.preventDefault();
          event.stopPropagation();
          take(event.dataTransfer.files);
        },
        options,
      );
    listen('dragover', () => setOver(true));
    listen('drop', (files) => {
      setOver(false);
      [...files].forEach((file) => latest.current(file));
    });
    window.addEventListener(
      'dragleave',
      ({ relatedTarget }) => relatedTarget === null && setOver(false),
      options,
    );
    return () => controller.abort();
  }, []);
  return isOver;
}
