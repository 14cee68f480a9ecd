/** The inbox, and the account with all that belongs to it. */
export const settings = {
  title: 'Settings',
};
