/** Creates a `fetch` that stores the session cookie as a browser does, and sends the server's own origin, without which session cookies are rejected. */
export function createSessionFetch(url: string): typeof fetch {
  const { origin } = new URL(url);
  const cookies = new Map<string, string>();
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('origin', origin);
    if (cookies.size > 0) headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '));
    const response = await fetch(input, { ...init, headers });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';', 1)[0].split('=', 2);
      cookies.set(name, value);
    }
    return response;
  };
}
