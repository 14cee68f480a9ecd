/** Messages by error code. English has none: the console shows the message of the response. */
export const texts: Record<string, string> = {};
