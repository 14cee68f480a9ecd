export const texts = {
  title: 'Notifications',
  summary: 'Choose the devices that show messages from your programs. The inbox receives every message.',
  devices: 'Devices to notify',
  devicesNone: 'No devices yet. Messages appear in the inbox only.',
  tooMany: 'Select at most {{limit}} devices.',
  old: 'Skipped because their app is older than {{version}}:',
  save: 'Save',
  fromPrograms: 'Send from your programs',
  fromProgramsText:
    'Add this command to any program that should notify you. It needs an access token with the permission Run.',
  exampleText: '**Backup** is done',
  toTokens: 'Go to access tokens',
};
