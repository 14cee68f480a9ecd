import { Installation } from '@drover/test-installation';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { openBrowser, Visit } from './browser';

/** Whose installation it is. */
export const ada = { name: 'Ada', email: 'ada@example.org', password: 'correct horse' };

/** A person at the console of an installation of its own. */
export class ConsoleStory {
  private constructor(
    readonly installation: Installation,
    private readonly browser: Browser,
    readonly visit: Visit,
  ) {}

  /** `env` are settings of the service. */
  static async begin(options: BrowserContextOptions = {}, env?: NodeJS.ProcessEnv): Promise<ConsoleStory> {
    const [installation, browser] = await Promise.all([Installation.start({ env }), openBrowser()]);
    await installation.drover.accounts.update(ada);
    const visit = await Visit.begin(browser, { baseURL: installation.url, locale: 'en-GB', ...options });
    return new ConsoleStory(installation, browser, visit);
  }

  get page(): Page {
    return this.visit.page;
  }

  /** Opens an address, and signs in there. */
  async signIn(address = '/', password = ada.password): Promise<void> {
    await this.page.goto(address);
    await this.heading('Sign in').waitFor();
    await this.page.getByLabel('E-mail address').fill(ada.email);
    await this.page.getByLabel('Password', { exact: true }).fill(password);
    await this.button('Sign in').click();
    await this.page.locator('main#content').waitFor();
  }

  /** Opens an address, and waits for what the page reads. */
  async open(address: string): Promise<void> {
    await this.page.goto(address);
    await this.page.getByRole('heading', { level: 1 }).waitFor();
    await this.page.waitForFunction(() => !document.querySelector('[role="status"][aria-label]'));
  }

  heading(name: string | RegExp): Locator {
    return this.page.getByRole('heading', { name });
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name }).first();
  }

  /** After each step: nothing that somebody could not use, nothing that the browser complained of. */
  async check(): Promise<void> {
    expect(await this.visit.violations()).toEqual([]);
    expect(this.visit.complaints.splice(0)).toEqual([]);
  }

  async end(): Promise<void> {
    await this.browser.close();
    await this.installation.close();
  }
}
