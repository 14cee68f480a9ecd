export const texts = {
  title: 'Approve a sign-in',
  enter: 'Enter the code that the program shows.',
  code: 'Code',
  next: 'Continue',
  warning:
    'Approve only what you have started yourself, a moment ago, on a machine that you know. Nobody from Drover or your team asks you for a code.',
  asks: '{{name}} asks for an access token of yours.',
  compare: 'Compare the code with the one in the terminal:',
  from: 'Address: {{address}}',
  workspace: 'Workspace',
  scopes: 'Permissions',
  approve: 'Approve',
  deny: 'Deny',
  approved: 'Approved. Continue in the terminal. You can revoke the token under "Access tokens".',
  denied: 'Denied. The program gets no access.',
};
