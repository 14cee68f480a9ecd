import { useEffect, useRef, useState } from 'react';

/**
 * Receives files that are dropped anywhere on the page. Without this the browser would open them and leave the
 * page. Returns whether files are being dragged over the page.
 */
export function useFileDrop(onFile: (file: File) => void): boolean {
  const [isDragging, setDragging] = useState(false);
  const latest = useRef(onFile);
  latest.current = onFile;
  useEffect(() => {
    const controller = new AbortController();
    // Capture, because the editor would otherwise insert the file's text.
    const options = { capture: true, signal: controller.signal };
    const listen = (type: 'dragover' | 'drop', handle: (files: FileList) => void) =>
      window.addEventListener(
        type,
        (event) => {
          if (!event.dataTransfer?.types.includes('Files')) return;
          event.preventDefault();
          event.stopPropagation();
          handle(event.dataTransfer.files);
        },
        options,
      );
    listen('dragover', () => setDragging(true));
    listen('drop', (files) => {
      setDragging(false);
      [...files].forEach((file) => latest.current(file));
    });
    window.addEventListener(
      'dragleave',
      ({ relatedTarget }) => relatedTarget === null && setDragging(false),
      options,
    );
    return () => controller.abort();
  }, []);
  return isDragging;
}
