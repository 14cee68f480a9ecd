import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from '../ports';

/** The claims of an account at the provider. */
export interface ProviderAccount {
  email?: string;
  email_verified?: boolean;
  name?: string;
  groups?: string[];
}

interface ProviderOptions {
  /** By the name with which the person signs in. */
  accounts: Record<string, ProviderAccount>;
  /** How far the clock of the provider is ahead. */
  clockSkewSeconds?: number;
  /** Whether it signs out by a frame in its page, and not by a request of its own. */
  isFrontChannel?: boolean;
}

/** An OpenID Connect provider on this machine, with one client. */
export class TestIdentityProvider {
  readonly clientId = 'drover';
  readonly clientSecret = 'a secret between the two';
  private process?: ChildProcess;

  private constructor(
    private readonly port: number,
    private readonly consoleUrl: string,
    /** ID of the provider in the settings of Drover. */
    readonly id: string,
  ) {}

  /** Starts a provider for the console at a URL. */
  static async start(
    consoleUrl: string,
    id: string,
    options: ProviderOptions,
  ): Promise<TestIdentityProvider> {
    const provider = new TestIdentityProvider(await freePort(), consoleUrl, id);
    await provider.restart(options);
    return provider;
  }

  get issuer(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The settings of this provider in Drover. */
  get settings() {
    const { id, issuer, clientId, clientSecret } = this;
    return { id, name: `Test ${id}`, issuer, clientId, clientSecret };
  }

  /** Starts the provider again, with a new key and without the sessions that it had. */
  async restart({ accounts, clockSkewSeconds, isFrontChannel }: ProviderOptions): Promise<void> {
    await this.stop();
    const client = {
      ...{ client_id: this.clientId, client_secret: this.clientSecret },
      redirect_uris: [`${this.consoleUrl}/sign-in/${this.id}`],
      post_logout_redirect_uris: [`${this.consoleUrl}/`],
      // The provider names its session in the ID token only for clients with back-channel logout.
      backchannel_logout_uri: `${this.consoleUrl}/v1/identities/logout`,
      backchannel_logout_session_required: true,
      scope: 'openid email profile groups',
    };
    const options = {
      ...{ port: this.port, clients: [client], accounts, clockSkewSeconds },
      frontChannelLogoutUri: isFrontChannel && `${this.consoleUrl}/v1/identities/front-channel-logout`,
    };
    const program = join(__dirname, 'provider.mjs');
    const child = spawn(process.execPath, [program, JSON.stringify(options)], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    this.process = child;
    await Promise.race([
      once(child.stdout, 'data'),
      once(child, 'exit').then(() => Promise.reject(new Error('The identity provider did not start.'))),
    ]);
  }

  async stop(): Promise<void> {
    const child = this.process;
    this.process = undefined;
    if (!child || child.exitCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}

interface ProviderPage {
  url: URL;
  html: string;
  /** Whether it is no page of the provider, which was not opened then. */
  isForeign: boolean;
}

/** A browser at providers: keeps cookies, follows redirects and sends forms. */
export class ProviderVisitor {
  private readonly cookies = new Map<string, string>();

  /** Signs in at the page to which Drover sent the browser. Returns where the provider sends it back to. */
  async signIn(url: string, login: string): Promise<URL> {
    const page = await this.follow(new URL(url));
    if (page.isForeign) return page.url;
    const form = new URLSearchParams({ prompt: 'login', login, password: 'any' });
    return (await this.follow(actionOf(page.url, page.html), form)).url;
  }

  /** Cancels the sign-in. */
  async cancel(url: string): Promise<URL> {
    const { url: page } = await this.follow(new URL(url));
    return (await this.follow(new URL(`${page.pathname}/abort`, page))).url;
  }

  /** Ends the session at the provider. Returns where it sends the browser. */
  async signOut(url: string): Promise<URL> {
    const page = await this.follow(new URL(url));
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.html)?.[1] ?? '';
    const form = new URLSearchParams({ xsrf, logout: 'yes' });
    return (await this.follow(actionOf(page.url, page.html), form)).url;
  }

  /** Opens a page of a provider. A redirect to another origin is not followed. */
  private async follow(url: URL, form?: URLSearchParams): Promise<ProviderPage> {
    const response = await fetch(url, {
      ...{ method: form ? 'POST' : 'GET', body: form, redirect: 'manual' },
      headers: { Cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [name, ...value] = cookie.split(';')[0].split('=');
      this.cookies.set(name, value.join('='));
    }
    const location = response.headers.get('location');
    if (!location) return { url, html: await response.text(), isForeign: false };
    const next = new URL(location, url);
    if (next.origin !== url.origin) return { url: next, html: '', isForeign: true };
    return this.follow(next);
  }
}

/** Returns where the form of a page is sent to. */
function actionOf(page: URL, html: string): URL {
  const action = /<form[^>]* action="([^"]+)"/.exec(html)?.[1];
  if (!action) throw new Error(`There is no form at ${page.href}: ${html.slice(0, 500)}`);
  return new URL(action.replaceAll('&amp;', '&'), page);
}
