/** Texts of the page of a run. */
export const texts = {
  runAgain: 'Run again',
  previous: 'Previous run',
  next: 'Next run',
  code: 'Code',
  showAll_one: 'Show {{count, number}} line',
  showAll_other: 'Show all {{count, number}} lines',
  showLess: 'Show less',
  openLine: 'Open line {{line}} in the editor',
  failedHere: '← failed here',
};
