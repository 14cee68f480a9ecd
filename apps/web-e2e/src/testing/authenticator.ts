import type { Page } from 'playwright-core';

/** Gives the browser a device that holds passkeys and verifies its owner. */
export async function addAuthenticator(of: Page): Promise<void> {
  const devtools = await of.context().newCDPSession(of);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
