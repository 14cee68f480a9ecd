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
};
