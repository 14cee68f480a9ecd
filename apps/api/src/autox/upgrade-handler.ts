import { CLOSE_CODES, ERRORS } from '@drover/contract';
import type { AppContext } from '../context/app-context';
import type { UpgradeHandler } from '../device-socket/upgrade-handler';
import { closeSoon } from '../device-socket/socket-limits';
import { limitKeyGuesses } from './key-guesses';
import { PhoneConnection } from './phone-connection';
import { findKey } from './phones';

const autoxPath = /^\/autox\/([^/]{1,100})$/;

/** Accepts stock AutoX apps at /autox/<enrolment key>. */
export function createAutoxUpgradeHandler(context: AppContext): UpgradeHandler {
  const checkKey = limitKeyGuesses(context);
  return {
    matches: (path) => autoxPath.test(path),
    async handle(request, { client, accept, refuse, host }) {
      const key = autoxPath.exec(request.url?.split('?')[0] ?? '')?.[1] ?? '';
      const found = await checkKey(client.address, () => findKey(context, key));
      if (found === 'limited') return refuse('429 Too Many Requests');
      accept((accepted) => {
        // A client sees the reason of a close frame, but not the body of a refused upgrade.
        if (found === 'invalid') return closeSoon(accepted.socket, ...invalidKey);
        const server = `${client.isSecure ? 'https' : 'http'}://${request.headers.host ?? ''}`;
        new PhoneConnection(context, { host, accepted }, { key, server });
      });
    },
  };
}

const invalidKey = [CLOSE_CODES.badCredential, ERRORS.invalidEnrolmentKey.message] as const;
