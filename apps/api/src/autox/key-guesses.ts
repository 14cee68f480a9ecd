import type { AppContext } from '../context/app-context';
import { CredentialAttempts } from '../http/credential-attempts';

/** Looks a key up for a client. Returns `limited` if the address has tried too many invalid keys. */
export type KeyCheck = <Result>(
  address: string,
  lookUp: () => Promise<Result | 'invalid'>,
) => Promise<Result | 'invalid' | 'limited'>;

/** Limits invalid enrolment keys on upgrade requests, which pass no middleware. */
export function limitKeyGuesses(context: AppContext): KeyCheck {
  const attempts = new CredentialAttempts(context);
  return async (address, lookUp) => {
    if (context.settings.RATE_LIMIT === 0) return lookUp();
    const end = await attempts.start(address);
    if (!end) return 'limited';
    let isFailure = false;
    try {
      const result = await lookUp();
      isFailure = result === 'invalid';
      return result;
    } finally {
      end(isFailure);
    }
  };
}
