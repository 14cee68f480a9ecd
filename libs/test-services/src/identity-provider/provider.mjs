// A real OpenID Connect provider, in a process of its own. Its options are JSON in the first argument.
const { port, clients, accounts, clockSkewSeconds = 0, frontChannelLogoutUri } = JSON.parse(process.argv[2]);

// The provider takes all times from here.
const { now } = Date;
Date.now = () => now() + clockSkewSeconds * 1000;

const { exportJWK, generateKeyPair } = await import('jose');
const { Provider } = await import('oidc-provider');

// Each start has a new key.
const { privateKey } = await generateKeyPair('RS256', { extractable: true });
const key = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: `key-${now()}` };

/** The sign-out page. The provider has no front-channel logout, so the page contains the frame of the client itself. */
async function showLogout(context, form) {
  const [{ client_id: clientId }] = clients;
  const sid = frontChannelLogoutUri && context.oidc.session?.sidFor(clientId);
  const query = new URLSearchParams({ iss: `http://127.0.0.1:${port}`, sid });
  const frame = sid ? `<iframe title="frame" src="${frontChannelLogoutUri}?${query}"></iframe>` : '';
  const button =
    '<button type="submit" form="op.logoutForm" name="logout" value="yes">Yes, sign me out</button>';
  context.body = `<!DOCTYPE html><html lang="en"><title>Sign out</title><body>${form}${button}${frame}</body></html>`;
}

const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients,
  jwks: { keys: [key] },
  cookies: { keys: ['a test'] },
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
  features: {
    backchannelLogout: { enabled: true },
    devInteractions: { enabled: true },
    rpInitiatedLogout: { enabled: true, logoutSource: showLogout },
  },
  // The default dispatcher refuses addresses of this machine, where Drover runs.
  fetch: (url, { dispatcher: _dispatcher, ...options }) => fetch(url, options),
  findAccount: (_context, id) =>
    accounts[id] && { accountId: id, claims: () => ({ sub: id, ...accounts[id] }) },
  // Nobody is asked for consent.
  async loadExistingGrant({ oidc: { session, client, params } }) {
    const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
    grant.addOIDCScope(params.scope);
    await grant.save();
    return grant;
  },
});
provider.listen(port, '127.0.0.1', () => process.stdout.write('listening\n'));
