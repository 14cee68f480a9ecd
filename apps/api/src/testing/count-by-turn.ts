/** Counts the calls of `note` in each turn of the event loop, until `end` is called. */
export function countByTurn() {
  const counts = [0];
  const advance = () => {
    counts.push(0);
    immediate = setImmediate(advance);
  };
  let immediate = setImmediate(advance);
  return { counts, note: () => void (counts[counts.length - 1] += 1), end: () => clearImmediate(immediate) };
}
