const closings: (() => Promise<void>)[] = [];

/** What was opened last is closed first. */
export function closeLater(close: () => Promise<void>): void {
  closings.unshift(close);
}

async function closeAll(): Promise<void> {
  for (const close of closings) await close();
}

// eslint-disable-next-line no-restricted-syntax -- jest takes the default export
export default closeAll;
