import { ApiError, Drover } from '@drover/sdk';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { CliError } from '../errors/cli-error';
import { createDebugHooks } from '../output/debug-log';
import { printNote } from '../output/terminal';

const [pending, tooFast, denied, expired] = [1065, 1066, 1067, 1068];

/** How much longer to wait after polling too fast, in seconds, as in RFC 8628. */
const slowDownSeconds = 5;

/** Shows a code, and waits until somebody approves it in a browser. Returns the access token. */
export async function signInByBrowser(baseUrl: string): Promise<string> {
  const { signInRequests } = new Drover({ baseUrl, token: undefined, ...createDebugHooks() });
  const name = `drover on ${hostname()}`.slice(0, 64);
  const { userCode, deviceCode, verificationUriComplete, ...times } = await signInRequests.create({ name });
  printNote(
    `Open this page in a browser, and compare the code:\n\n  ${verificationUriComplete}\n\n  ${userCode}\n`,
  );
  printNote(
    `Waiting for the approval, for at most ${Math.round(times.expiresIn / 60)} minutes. Press Ctrl-C to stop.`,
  );
  for (let { interval } = times; ;) {
    await delay(interval * 1000);
    try {
      return (await signInRequests.createToken({ deviceCode })).token;
    } catch (error) {
      const code = error instanceof ApiError ? error.code : undefined;
      if (code === tooFast) interval += slowDownSeconds;
      else if (code === denied) throw new CliError('rejected', 'The sign-in was denied in the browser.');
      else if (code === expired)
        throw new CliError('rejected', 'The code has expired.', ['Run `drover login` again.']);
      else if (code !== pending) throw error;
    }
  }
}
