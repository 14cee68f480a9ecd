/** Texts of accounts at identity providers. */
export const texts = {
  title: 'Single sign-on',
  text: 'Accounts at identity providers, with which you sign in.',
  provider: 'Provider',
  email: 'Email address',
  link: 'Link {{name}}',
  linkText: 'Sign in at {{name}} next. You can then sign in here with that account.',
  next: 'Continue',
  unlink: 'Unlink {{name}}',
  unlinkDo: 'Unlink',
  unlinkText: 'You can no longer sign in with this account. Sessions that began with it end.',
  toConsole: 'To the console',
  required: 'This workspace requires single sign-on',
  requiredText: 'Sign in by the identity provider of the workspace {{workspace}} to continue.',
  requiredLink: 'For the first time, link your account there, with the same address: {{email}}.',
  requiredOwner: 'As an owner, you can also continue with a second factor of your own.',
  openWorkspace: 'Open {{name}}',
  requireAll: 'Require single sign-on of all members',
  requireText:
    'Sessions that began otherwise are refused, except those of owners with a second factor. Access tokens are not affected.',
  requireOn: 'All members need single sign-on now',
  requireOff: 'Single sign-on is optional now',
};
