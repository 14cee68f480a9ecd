import { Installation, Program } from '@drover/test-installation';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, launchBrowser, BrowserSession } from './testing/browser';

interface Person {
  name: string;
  email: string;
  password: string;
}
const ada: Person = { name: 'Ada', email: 'ada@example.org', password: 'correct horse' };
const lei: Person = { name: '李雷', email: 'lei@example.org', password: 'battery staple' };

let installation: Installation;
let browser: Browser;
let author: BrowserSession;
let buyer: BrowserSession;
let active: BrowserSession;
let agent: Program | undefined;
/** What the author sends to the buyer: the address of the public page and a 100% code. */
const shared = { address: '', code: '' };

beforeAll(async () => {
  installation = await Installation.start();
  await installation.drover.accounts.update({ ...ada, personName: ada.name });
  await installation.drover.accounts.create(lei);
  browser = await launchBrowser();
  const options = { baseURL: installation.url, locale: 'en-GB' };
  author = await BrowserSession.open(browser, options);
  buyer = await BrowserSession.open(browser, options);
  await author.page.goto('/');
  await signIn(author.page, ada);
});
afterAll(async () => {
  await browser?.close();
  await agent?.stop();
  await installation?.close();
});
afterEach(async () => {
  expect(await active.findViolations()).toEqual([]);
  expect([...author.consoleErrors.splice(0), ...buyer.consoleErrors.splice(0)]).toEqual([]);
});

async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Returns the page of a person and checks it for problems after the step. */
function pageOf(session: BrowserSession): Page {
  active = session;
  return session.page;
}

const clickButton = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const clickLink = (page: Page, name: string | RegExp) => page.getByRole('link', { name }).first().click();
const waitForHeading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).waitFor();

/** The author publishes a script. The buyer finds, adds and runs it. */
describeInBrowser('publishing', () => {
  it('sets the description and submits a draft for review', async () => {
    const page = pageOf(author);
    await clickLink(page, 'Scripts');
    await clickButton(page, 'New script');
    await page.getByLabel('Name', { exact: true }).fill('Greeter');
    await clickButton(page, 'Create');
    await page.getByText('Unsaved changes').waitFor();
    await page.keyboard.press('Control+s');
    await clickLink(page, 'Draft · Publishing');
    await page.getByText('You can create codes once the script is approved.').waitFor();
    await page.getByLabel('Description').fill('Says hello.\n每天问好。');
    await clickButton(page, 'Save');
    await page.getByText('Saved').waitFor();
    await clickButton(page, 'Submit for review');
    await page.getByText('The script is waiting for a reviewer.').waitFor();
  });

  it('approves the script with a note', async () => {
    const page = pageOf(author);
    await clickLink(page, /^Reviews/);
    await clickLink(page, 'Greeter');
    await page.getByLabel('Submitted code').getByText('drover.env').first().waitFor();
    await page.getByRole('textbox', { name: 'Greeting' }).waitFor();
    await page.getByLabel('Note to the author').fill('Friendly.');
    await clickButton(page, 'Approve');
    await waitForHeading(page, 'No scripts to review');
  });

  it('does not approve code that changed during the review', async () => {
    const page = pageOf(author);
    const { devscripts } = installation.drover;
    const id = await installation.createScript('console.log("harmless")');
    await devscripts.submitReview(id);
    await page.goto(`/reviews/${id}`);
    await page.getByText('"harmless"').waitFor();
    await devscripts.uploadFiles(id, { code: 'console.log("something else")' });
    await devscripts.submitReview(id);
    await clickButton(page, 'Approve');
    await page.getByText('The author submitted the script again while you were reading it.').waitFor();
    await page.getByText('"something else"').waitFor();
    expect(await devscripts.get(id)).toMatchObject({ reviewState: 'in_review' });
    expect(author.consoleErrors.splice(0)).toEqual([expect.stringContaining('409')]);
    await page.getByLabel('Note to the author').fill('Not the code that I read.');
    await clickButton(page, 'Reject');
    await waitForHeading(page, 'No scripts to review');
  });

  it('sets the price, publishes the script and creates a promotion code', async () => {
    const page = pageOf(author);
    await clickLink(page, 'Scripts');
    await clickButton(page, 'Actions for Greeter');
    await page.getByRole('menuitem', { name: 'Publishing' }).click();
    await page.getByText('Friendly.').waitFor();
    await page.getByText('Monthly', { exact: true }).click();
    await page.getByLabel('Price per month').fill('1,250.00');
    await page.getByText('Enter an amount such as 12.50').waitFor();
    await page.getByLabel('Price per month').fill('12.50');
    await page.getByText('€12.50 per month').waitFor();
    const priced = page.waitForResponse(/\/pricing$/);
    await page
      .locator('form', { has: page.getByLabel('Price per month') })
      .getByText('Save')
      .click();
    await priced;
    await clickButton(page, /^Publish$/);
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Version 1.0.0 is listed').waitFor();
    await clickButton(page, 'Create code');
    const copy = page.getByRole('button', { name: /^Copy code/ });
    shared.code = ((await copy.getAttribute('aria-label')) ?? '').replace('Copy code ', '');
    shared.address = await page.getByRole('link', { name: `${installation.url}/scripts/` }).innerText();
  });

  it('shows the public page and the discount to a visitor', async () => {
    const page = pageOf(buyer);
    await page.goto(shared.address);
    await waitForHeading(page, 'Greeter');
    await page.getByText('每天问好。').waitFor();
    await page.getByLabel('Promotion code').fill(shared.code);
    await clickButton(page, 'Check');
    await page.getByText('€0.00 per month').waitFor();
  });

  it('adds the script to a library with the code', async () => {
    const page = pageOf(buyer);
    await clickLink(page, 'Add to library');
    await waitForHeading(page, 'Sign in');
    await signIn(page, lei);
    await waitForHeading(page, 'Greeter');
    expect(await page.getByLabel('Promotion code').inputValue()).toBe(shared.code);
    await clickButton(page, 'Check');
    await page.getByText('You can add the script with this code.').waitFor();
    await clickButton(page, 'Add to library');
    await clickLink(page, 'Open in library');
    await page.getByText('It has not run yet.').waitFor();
    await page.getByLabel('Greeting').fill('早上好');
    await clickButton(page, 'Save');
    await page.getByText('Saved').first().waitFor();
  });

  it('runs the script with the saved inputs on a device of the buyer', async () => {
    const page = pageOf(buyer);
    await clickLink(page, 'Devices');
    await clickButton(page, 'Add device');
    const command = page.getByLabel('Command', { exact: true }).locator('visible=true').last();
    const [, key = ''] = /KEY=(\w{6}) /.exec((await command.textContent()) ?? '') ?? [];
    agent = new Program('agent', {
      args: [
        '--server',
        installation.url,
        '--key',
        key,
        '--name',
        'Till',
        '--data',
        `${installation.folder}/till`,
      ],
    });
    await waitForHeading(page, 'Till is connected');
    await page.keyboard.press('Escape');
    await clickLink(page, 'Library');
    await clickButton(page, 'Run: Greeter');
    await page.getByRole('checkbox', { name: 'Till' }).check();
    await clickButton(page, 'Run on 1 device');
    await clickLink(page, 'Till');
    await page.getByRole('log').getByText('早上好 from Till: round 3 of 3').waitFor();
    await page.getByText('Succeeded', { exact: true }).waitFor();
  });

  it('keeps the script in the library after it is unpublished', async () => {
    await clickButton(author.page, 'Unpublish');
    await author.page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click();
    await author.page.getByText('Version 1.0.0 is not listed').waitFor();
    const page = pageOf(buyer);
    await clickLink(page, 'Library');
    await clickLink(page, 'Greeter');
    await page.getByText('Not listed').waitFor();
    await page
      .getByRole('row', { name: /Greeter/ })
      .getByRole('img', { name: 'Succeeded: 1' })
      .waitFor();
  });
});
