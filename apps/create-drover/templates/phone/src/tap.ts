/** Taps what has this text on the screen. Returns whether it is there within a second. */
export function tap(label: string): boolean {
  const found = text(label).findOne(1000);
  if (!found) return false;
  found.click();
  return true;
}
