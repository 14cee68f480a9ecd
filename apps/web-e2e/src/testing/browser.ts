import type axe from 'axe-core';
import { existsSync, readFileSync } from 'node:fs';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

/** Turns off background requests, and lets Chromium run as root in a container. */
const switches = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Skips a suite, with a message, on machines without Chromium. With CI=true it never skips. */
export const describeInBrowser =
  existsSync(executablePath) || process.env.CI === 'true' ? describe : skippedDescribe();

function skippedDescribe(): jest.Describe {
  process.stdout.write(`*** SKIPPED: no Chromium at ${executablePath}. Set CHROMIUM to its path. ***\n`);
  return describe.skip;
}

/** Launches the system's Chromium. Nothing is downloaded. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath, args: switches });
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Opens an address and waits until the page has loaded its data. */
export async function openPage(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(() => !document.querySelector('[role="status"][aria-label]'));
}

/** The source of axe, to be injected into pages. */
const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Pages that may follow each other while one is checked. */
const maxPages = 3;

/** A browser page that collects the errors and warnings of its console, with the URL that each is about. */
export class BrowserSession {
  readonly consoleErrors: string[] = [];

  private constructor(readonly page: Page) {
    page.on('console', (message) => {
      if (!['error', 'warning'].includes(message.type())) return;
      this.consoleErrors.push(`${message.text()} ${message.location().url}`);
    });
    page.on('pageerror', (error) => this.consoleErrors.push(error.message));
  }

  /** Without transitions: axe must not measure half-faded text, and a click must not meet a moving button. */
  static async open(browser: Browser, options: BrowserContextOptions): Promise<BrowserSession> {
    const viewport = { width: 1280, height: 860 };
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce', ...options });
    context.setDefaultTimeout(60_000);
    return new BrowserSession(await context.newPage());
  }

  /**
   * Finds accessibility violations of the page without the parts that selectors exclude. Waits until the page has its
   * heading, and looks again if another page replaced it meanwhile: the click before may have opened one.
   */
  async findViolations(exclude: string[] = []): Promise<string[]> {
    for (let attempts = 1; ; attempts++) {
      const heading = await this.page.waitForSelector('h1', { state: 'attached' });
      const violations = await this.runAxe(exclude);
      const isSamePage = await heading.evaluate((element) => element.isConnected).catch(() => false);
      if (isSamePage || attempts === maxPages) return violations;
    }
  }

  private async runAxe(exclude: string[]): Promise<string[]> {
    const hasAxe = await this.page.evaluate(() => 'axe' in window);
    if (!hasAxe) await this.page.evaluate(axeSource);
    const violations = await this.page.evaluate(async (selectors) => {
      const rules = { 'label-content-name-mismatch': { enabled: true } };
      return (await window.axe.run({ exclude: selectors }, { rules })).violations;
    }, exclude);
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    );
  }
}
