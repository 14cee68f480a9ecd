import type axe from 'axe-core';
import { existsSync, readFileSync } from 'node:fs';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

/** Quiet, and able to run as root in a container. */
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

/** A story in a browser: left out, and said so, on a machine without Chromium; never where CI is set. */
export const describeInBrowser =
  existsSync(executablePath) || process.env.CI === 'true' ? describe : skipped();

function skipped(): jest.Describe {
  process.stdout.write(`*** SKIPPED: no Chromium at ${executablePath}. CHROMIUM may name another. ***\n`);
  return describe.skip;
}

/** Chromium of the system: none is downloaded. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath, args: switches });
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** What looks for violations, as a page takes it. */
const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Nothing of a page is caught half faded in or out. */
function endTransitionsAtOnce(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    '*, ::before, ::after { transition-duration: 1ms !important; transition-delay: 0s !important; }',
  );
  document.adoptedStyleSheets = [sheet];
}

/** A page that remembers what its console complained of. */
export class Visit {
  readonly complaints: string[] = [];

  private constructor(readonly page: Page) {
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) this.complaints.push(message.text());
    });
    page.on('pageerror', (error) => this.complaints.push(error.message));
  }

  static async begin(browser: Browser, options: BrowserContextOptions): Promise<Visit> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
    context.setDefaultTimeout(30_000);
    await context.addInitScript(endTransitionsAtOnce);
    return new Visit(await context.newPage());
  }

  /** What of the page some people could not use. */
  async violations(): Promise<string[]> {
    const isThere = await this.page.evaluate(() => 'axe' in window);
    if (!isThere) await this.page.evaluate(axeSource);
    const violations = await this.page.evaluate(async () => (await window.axe.run()).violations);
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    );
  }
}
