/** The page on which a person sets a new password. */
export const resetLink = (token: string) => `${window.location.origin}/reset-password#${token}`;

/** The page on which a person joins. The token is in the fragment, which browsers do not send to servers. */
export const joinLink = (token: string) => `${window.location.origin}/join#${token}`;
