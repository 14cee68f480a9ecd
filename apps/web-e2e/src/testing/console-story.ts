import { Installation } from '@drover/test-installation';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { BrowserSession, launchBrowser, openPage } from './browser';

/** The owner of the installation. */
export const ada = { name: 'Ada', email: 'ada@example.org', password: 'correct horse' };

/** A browser with the console of an installation of its own. */
export class ConsoleStory {
  private constructor(
    readonly installation: Installation,
    private readonly browser: Browser,
    readonly session: BrowserSession,
  ) {}

  /** `env` are settings of the server. It may send requests to this machine, where the receivers of the stories are. */
  static async start(options: BrowserContextOptions = {}, env?: NodeJS.ProcessEnv): Promise<ConsoleStory> {
    const settings = { DROVER_WEBHOOK_PRIVATE: 'allow', ...env };
    const [installation, browser] = await Promise.all([
      Installation.start({ env: settings }),
      launchBrowser(),
    ]);
    await installation.drover.accounts.update({ ...ada, personName: ada.name });
    const session = await BrowserSession.open(browser, {
      baseURL: installation.url,
      locale: 'en-GB',
      ...options,
    });
    return new ConsoleStory(installation, browser, session);
  }

  get page(): Page {
    return this.session.page;
  }

  /** Opens a second browser for another person, without cookies. */
  openSession(): Promise<BrowserSession> {
    return BrowserSession.open(this.browser, { baseURL: this.installation.url, locale: 'en-GB' });
  }

  /** Opens an address and signs in there. */
  async signIn(address = '/', password = ada.password): Promise<void> {
    await this.page.goto(address);
    await this.heading('Sign in').waitFor();
    await this.page.getByLabel('Email address').fill(ada.email);
    await this.page.getByLabel('Password', { exact: true }).fill(password);
    await this.button('Sign in').click();
    await this.page.locator('main#content').waitFor();
  }

  /** Opens an address and waits until the page has loaded its data. */
  open(address: string): Promise<void> {
    return openPage(this.page, address);
  }

  heading(name: string | RegExp): Locator {
    return this.page.getByRole('heading', { name });
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name }).first();
  }

  /** Expects no accessibility violations and no errors in the browser's console since the last call. */
  async expectNoProblems(): Promise<void> {
    expect(await this.session.findViolations()).toEqual([]);
    expect(this.session.consoleErrors.splice(0)).toEqual([]);
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.installation.close();
  }
}
