/** Checks that a web page is up. A message goes to the inbox if it is not. */
async function checkPage() {
  const url = String(drover.env.url ?? 'https://example.org');
  const { ok, status } = await drover.step('Load the page', () => fetch(url));
  console.log(`${url} responded with ${status}`);
  if (ok) return { isUp: true, status };

  // All devices that run this script count together.
  const failures = await drover.store.increment('failures');
  drover.postMessage(`${url} responded with ${status}`, { data: { title: 'Page is down' } });
  return { isUp: false, status, failures };
}

export const result = checkPage();
