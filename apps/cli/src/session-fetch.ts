/** A `fetch` that keeps the session's cookie as a browser does, and says that it comes from the service's own pages. */
export function sessionFetch(url: string): typeof fetch {
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
