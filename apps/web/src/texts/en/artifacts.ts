export const texts = {
  title: 'Artifacts',
  downloadAll: 'Download all (ZIP)',
  download: 'Download',
  downloadOf: 'Download {{name}}',
  show: 'Show',
  showOf: 'Show {{name}}',
  hide: 'Hide',
  hideOf: 'Hide {{name}}',
  problem: 'Not stored: {{problem}}',
  cut: 'Only the first {{size}} are shown.',
  firstRows: 'Only the first {{count}} rows are shown.',
};
