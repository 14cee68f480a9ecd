import { Installation, Program } from '@drover/test-installation';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, openBrowser, Visit } from './testing/browser';

interface Person {
  name: string;
  email: string;
  password: string;
}
const ada: Person = { name: 'Ada', email: 'ada@example.org', password: 'correct horse' };
const lei: Person = { name: '李雷', email: 'lei@example.org', password: 'battery staple' };

let installation: Installation;
let browser: Browser;
let owner: Visit;
let buyer: Visit;
let acting: Visit;
let agent: Program | undefined;
/** What the owner hands to the buyer: the public page's address, and a code of 100 %. */
const handed = { address: '', code: '' };

beforeAll(async () => {
  installation = await Installation.start();
  await installation.drover.accounts.update(ada);
  await installation.drover.accounts.create(lei);
  browser = await openBrowser();
  const options = { baseURL: installation.url, locale: 'en-GB' };
  owner = await Visit.begin(browser, options);
  buyer = await Visit.begin(browser, options);
  await owner.page.goto('/');
  await signIn(owner.page, ada);
});
afterAll(async () => {
  await browser?.close();
  await agent?.stop();
  await installation?.close();
});
afterEach(async () => {
  expect(await acting.violations()).toEqual([]);
  expect([...owner.complaints.splice(0), ...buyer.complaints.splice(0)]).toEqual([]);
});

async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** The page of who acts in a step: it is the one that is looked at after it. */
function as(visit: Visit): Page {
  acting = visit;
  return visit.page;
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const follow = (page: Page, name: string | RegExp) => page.getByRole('link', { name }).first().click();
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).waitFor();

/** The steps of two people: one publishes a script, the other finds, adds and runs it. */
describeInBrowser('publishing', () => {
  it('begins with a draft that is handed in', async () => {
    const page = as(owner);
    await follow(page, 'Scripts');
    await press(page, 'New script');
    await page.getByLabel('Name', { exact: true }).fill('Greeter');
    await press(page, 'Create');
    await page.getByText('Unsaved changes').waitFor();
    await page.keyboard.press('Control+s');
    await follow(page, 'Draft · Publishing');
    await page.getByText('Codes can be made once the script has passed review.').waitFor();
    await press(page, 'Submit for review');
    await page.getByText('A reviewer reads it next.').waitFor();
  });

  it('has a reviewer read the code, and approve it with a note', async () => {
    const page = as(owner);
    await follow(page, /^Reviews/);
    await follow(page, 'Greeter');
    await page.getByLabel('Code that waits for review').getByText('drover.env').first().waitFor();
    await page.getByRole('textbox', { name: 'Greeting' }).waitFor();
    await page.getByLabel('Note to the owner').fill('Friendly.');
    await press(page, 'Approve');
    await heading(page, 'Nothing waits for review');
  });

  it('never approves what was not read', async () => {
    const page = as(owner);
    const { devscripts } = installation.drover;
    const id = await installation.createScript('console.log("harmless")');
    await devscripts.submitReview(id);
    await page.goto(`/reviews/${id}`);
    await page.getByText('"harmless"').waitFor();
    await devscripts.uploadFiles(id, { code: 'console.log("something else")' });
    await devscripts.submitReview(id);
    await press(page, 'Approve');
    await page.getByText('It was submitted anew while you read it.').waitFor();
    await page.getByText('"something else"').waitFor();
    expect(await devscripts.get(id)).toMatchObject({ reviewState: 'in_review' });
    expect(owner.complaints.splice(0)).toEqual([expect.stringContaining('409')]);
    await page.getByLabel('Note to the owner').fill('Not what I read.');
    await press(page, 'Reject');
    await heading(page, 'Nothing waits for review');
  });

  it('gives the script a description, a price, a public page and a code', async () => {
    const page = as(owner);
    await follow(page, 'Scripts');
    await press(page, 'Actions for Greeter');
    await page.getByRole('menuitem', { name: 'Publishing' }).click();
    await page.getByText('Friendly.').waitFor();
    await page.getByLabel('Description').fill('Says hello.\n每天问好。');
    await press(page, 'Save');
    await page.getByText('Saved').waitFor();
    await page.getByText('Monthly', { exact: true }).click();
    await page.getByLabel('Price a month').fill('1,250.00');
    await page.getByText('Write an amount such as 12.50').waitFor();
    await page.getByLabel('Price a month').fill('12.50');
    await page.getByText('€12.50 a month').waitFor();
    const priced = page.waitForResponse(/\/pricing$/);
    await page
      .locator('form', { has: page.getByLabel('Price a month') })
      .getByText('Save')
      .click();
    await priced;
    await press(page, /^Publish$/);
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Version 1.0.0 is listed').waitFor();
    await press(page, 'Create code');
    const copy = page.getByRole('button', { name: /^Copy the code/ });
    handed.code = ((await copy.getAttribute('aria-label')) ?? '').replace('Copy the code ', '');
    handed.address = await page.getByRole('link', { name: `${installation.url}/scripts/` }).innerText();
  });

  it('is found by a stranger, whose code counts', async () => {
    const page = as(buyer);
    await page.goto(handed.address);
    await heading(page, 'Greeter');
    await page.getByText('每天问好。').waitFor();
    await page.getByLabel('Promotion code').fill(handed.code);
    await press(page, 'Check');
    await page.getByText('€0.00 a month').waitFor();
  });

  it('is added to a library', async () => {
    const page = as(buyer);
    await follow(page, 'Add to my library');
    await heading(page, 'Sign in');
    await signIn(page, lei);
    await heading(page, 'Greeter');
    expect(await page.getByLabel('Promotion code').inputValue()).toBe(handed.code);
    await press(page, 'Check');
    await page.getByText('This code lets you add the script.').waitFor();
    await press(page, 'Add to my library');
    await follow(page, 'Open in your library');
    await page.getByText('It has not run yet.').waitFor();
    await page.getByLabel('Greeting').fill('早上好');
    await press(page, 'Save');
    await page.getByText('Saved').first().waitFor();
  });

  it('runs on a device of its new owner, with the values saved for it', async () => {
    const page = as(buyer);
    await follow(page, 'Devices');
    await press(page, 'Add device');
    const command = page.getByLabel('Command', { exact: true }).locator('visible=true').last();
    const [, key = ''] = /--key (\w{6})$/.exec((await command.textContent()) ?? '') ?? [];
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
    await heading(page, 'Till is connected');
    await page.keyboard.press('Escape');
    await follow(page, 'Library');
    await press(page, 'Run: Greeter');
    await page.getByRole('checkbox', { name: 'Till' }).check();
    await press(page, 'Run on 1 device');
    await follow(page, 'Till');
    await page.getByRole('log').getByText('早上好 from Till: round 3 of 3').waitFor();
    await page.getByText('Succeeded', { exact: true }).waitFor();
  });

  it('goes on for who has it, when its listing is down', async () => {
    await press(owner.page, 'Unpublish');
    await owner.page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click();
    await owner.page.getByText('Version 1.0.0 is not listed').waitFor();
    const page = as(buyer);
    await follow(page, 'Library');
    await follow(page, 'Greeter');
    await page.getByText('The listing is down').waitFor();
    await page
      .getByRole('row', { name: /Greeter/ })
      .getByRole('img', { name: 'Succeeded: 1' })
      .waitFor();
  });
});
