export const secrets = {
  title: 'Secrets',
  summary:
    'Passwords and keys that scripts need. Their values are encrypted, and are *** wherever a run writes them.',
  create: 'New secret',
  empty: 'No secrets',
  emptyText: 'Keep a password here, and give it to a script by its name: it stands in no job and in no log.',
  name: 'Name',
  nameHelp: 'Capital letters, digits and _',
  nameWrong: 'Begin with a letter or _; capital letters, digits and _ may follow.',
  value: 'Value',
  valueHelp: 'At least {{min}} characters. It is not shown again.',
  use: 'In the values of a script:',
  updated: 'Set',
  set: '{{name}} is set',
  replaceOne: 'Replace {{name}}',
  remove: 'Remove',
  removeOne: 'Remove {{name}}',
  removeText:
    'Runs that wait for their device and need it will be rejected. Runs under way keep what they have.',
  removed: '{{name}} is removed',
};
