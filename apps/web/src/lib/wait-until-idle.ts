/** Resolves when the browser is idle, after at most one second. */
export function waitUntilIdle(): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => resolve();
    if ('requestIdleCallback' in window) requestIdleCallback(settle, { timeout: 1000 });
    else setTimeout(settle, 200);
  });
}
