/** Texts of the Runs page. */
export const texts = {
  title: 'Runs',
  empty: 'No runs yet',
  emptyText: 'Each device on which a script runs has a run of its own. Run a script to see its runs here.',
  toScripts: 'Go to scripts',
  unnamed: 'One-off code',
};
