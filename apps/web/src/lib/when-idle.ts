/** Once the page shows and the browser has nothing better to do. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => resolve();
    if ('requestIdleCallback' in window) requestIdleCallback(settle, { timeout: 1000 });
    else setTimeout(settle, 200);
  });
}
