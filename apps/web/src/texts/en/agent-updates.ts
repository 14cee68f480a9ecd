export const texts = {
  title: 'Agent updates',
  summary: 'When agents of an earlier release are updated to that of the server.',
  mode: 'Updates',
  manual: 'Manually',
  manualText: 'You start updates from the list of devices.',
  automatic: 'Automatically',
  automaticText:
    'The server updates connected devices in waves, and stops if the update fails on one of them.',
  hasWindow: 'Only in a maintenance window',
  from: 'From',
  to: 'To',
  overnight: 'Ends on the next day.',
  days: 'Starts on',
  timeZone: 'Time zone',
  save: 'Save',
  toJobs: 'Show automatic updates',
};
