import { useEffect, useRef } from 'react';

/**
 * Returns a function that calls another at once, or after the pointer that is pressed now was released. A message that
 * appears while a button is pressed would move the button, and the click would be lost.
 */
export function useAfterPress(): (action: () => void) => void {
  const isPressed = useRef(false);
  const waiting = useRef<(() => void)[]>([]);
  useEffect(() => {
    const press = () => void (isPressed.current = true);
    const release = () => {
      isPressed.current = false;
      // After the click, which follows the release.
      setTimeout(() => waiting.current.splice(0).forEach((action) => action()));
    };
    const controller = new AbortController();
    const options = { capture: true, signal: controller.signal };
    window.addEventListener('pointerdown', press, options);
    window.addEventListener('pointerup', release, options);
    window.addEventListener('pointercancel', release, options);
    return () => controller.abort();
  }, []);
  return (action) => void (isPressed.current ? waiting.current.push(action) : action());
}
