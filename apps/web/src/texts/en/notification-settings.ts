export const notificationSettings = {
  title: 'Notifications',
  summary: 'Where messages go that programs send to you. The inbox has them in any case.',
  devices: 'Devices',
  devicesNone: 'There are no devices yet. Messages go to the inbox alone.',
  tooMany: 'At most {{limit}} devices can be chosen.',
  old: 'Passed over, as their app is older than {{version}}:',
  save: 'Save the choice',
  fromPrograms: 'From your programs',
  fromProgramsText:
    'Paste this where something should tell you how it went. It needs an access token that may run.',
  exampleText: '**Backup** is done',
  toTokens: 'To the access tokens',
};
