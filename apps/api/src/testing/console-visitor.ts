import type { Account, Identity, ProviderRedirect } from '@drover/contract';
import { ProviderVisitor, type TestIdentityProvider } from './identity-provider';
import type { TestServer } from './test-server';

/** A session of a person, or an account that was linked. */
type CallbackBody = Identity & { account: Account & { person: NonNullable<Account['person']> } };

/** A browser at Drover and at the providers. */
export class ConsoleVisitor extends ProviderVisitor {
  cookie = '';

  constructor(private readonly server: TestServer) {
    super();
  }

  /** Starts to sign in. Returns where the browser continues. */
  async start(providerId: string, path = '/v1/identities/sign-in-start'): Promise<string> {
    const request = this.server.request().post(path).set(this.headers()).send({ providerId });
    const answer = await request.expect(201);
    this.keep(answer.headers);
    return (answer.body as ProviderRedirect).url;
  }

  /** Sends what the provider sent the browser back with. */
  async send(
    providerId: string,
    { search }: URL,
    { path = '/v1/identities/sign-in', ...more }: { path?: string; code?: string } = {},
  ) {
    const body = { providerId, parameters: search.slice(1), ...more };
    const answer = await this.server.request().post(path).set(this.headers()).send(body);
    this.keep(answer.headers);
    return { status: answer.status, body: answer.body as CallbackBody };
  }

  async complete(provider: TestIdentityProvider, login: string) {
    return this.send(provider.id, await this.signIn(await this.start(provider.id), login));
  }

  get = (path: string) => this.server.request().get(path).set('Cookie', this.cookie);
  post = (path: string) => this.server.request().post(path).set(this.headers());

  headers() {
    return { Cookie: this.cookie, Origin: this.server.url };
  }

  private keep(headers: Record<string, unknown>): void {
    const jar = new Map(this.cookie.split('; ').map((cookie) => cookie.split('=') as [string, string]));
    for (const cookie of (headers['set-cookie'] as string[] | undefined) ?? []) {
      const [name, value] = cookie.split(';')[0].split('=');
      jar.set(name, value);
    }
    this.cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  }
}
