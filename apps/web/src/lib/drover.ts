import { Drover } from '@drover/sdk';

/** The console uses the same public API as any other program, authenticated by the session cookie. */
export const drover = new Drover({
  baseUrl: '',
  fetch: (input, init) => {
    const headers = new Headers(init?.headers);
    // Emails to this person are in the language of the console.
    headers.set('Accept-Language', document.documentElement.lang || navigator.language);
    return fetch(input, { ...init, headers });
  },
});
