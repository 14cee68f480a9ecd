/**
 * Stands in for what only phones have. It runs before the script, in the same process: a screen on which a button with the
 * text "Next" is there twice.
 */
let pagesLeft = 2;

globalThis.auto = { waitFor() {} };
globalThis.text = (label) => ({
  findOne: () => (label === 'Next' && pagesLeft > 0 ? { click: () => (pagesLeft -= 1) } : null),
});
