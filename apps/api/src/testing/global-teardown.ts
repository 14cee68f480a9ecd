const closings: (() => Promise<void>)[] = [];

/** Registers a close function. They run in reverse order. */
export function closeLater(close: () => Promise<void>): void {
  closings.unshift(close);
}

async function closeAll(): Promise<void> {
  for (const close of closings) await close();
}

export default closeAll;
