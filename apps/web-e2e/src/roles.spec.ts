import { Drover, type Role } from '@drover/sdk';
import { describeInBrowser, openPage, type BrowserSession } from './testing/browser';
import { ConsoleStory } from './testing/console-story';
import { fillPages } from './testing/pages';

/** Pages for people who are not signed in, and of records that a viewer cannot read. */
const isUnavailable = /^\/(join|forgot|reset|reviews\/|approvals\/)/;

let story: ConsoleStory;
let colleague: BrowserSession;
let pages: string[];
let memberId: string;

const grace = { name: 'Grace', email: 'grace@example.org', password: 'battery staple' };

/** Labels of actions, by the least role that is allowed them. */
const actions = {
  operator: /^(Run|Run script|Run: .*|Run .* now|Re-run.*|Stop|Stop all.*|Send message)$/,
  editor: /^(New (script|group|schedule|secret)|Save|Upload|Rename.*|Delete.*|Replace .*|Remove .*)$/,
  admin: /^(Add device|Invite person|New key|New webhook)$/,
};

beforeAll(async () => {
  story = await ConsoleStory.start();
  const { installation } = story;
  pages = (await fillPages(installation)).filter((page) => !isUnavailable.test(page));
  const scriptId = await installation.createScript('console.log(1)');
  const { drover } = installation;
  const { items } = await drover.devices.list();
  const job = { scriptId, devices: items };
  await drover.presets.create({ ...job, name: 'Morning' });
  await drover.schedules.create({ name: 'Nightly', when: { cron: '0 3 * * *', timeZone: 'UTC' }, job });
  await drover.secrets.update('SHOP_PASSWORD', { value: 'correct horse battery' });
  const { token } = await drover.invitations.create({ role: 'viewer' });
  await new Drover({ baseUrl: installation.url }).invitations.accept({ token, ...grace });
  memberId = (await drover.members.list()).items.find(({ name }) => name === grace.name)?._id ?? '';
  await story.signIn();
  colleague = await story.openSession();
  const { page } = colleague;
  await page.goto('/');
  await page.getByLabel('Email address').fill(grace.email);
  await page.getByLabel('Password', { exact: true }).fill(grace.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('main#content').waitFor();
});
afterAll(() => story?.stop());

/** Opens pages. Returns the enabled actions on them, by the least role that they need. */
async function findActions(addresses: string[]): Promise<Record<keyof typeof actions, string[]>> {
  const { page } = colleague;
  const found = { operator: [] as string[], editor: [] as string[], admin: [] as string[] };
  for (const address of addresses) {
    await openPage(page, address);
    const buttons = page.locator('main').getByRole('button', { disabled: false });
    const labels = await buttons.evaluateAll((elements) =>
      elements.map((element) => element.getAttribute('aria-label') ?? element.textContent?.trim() ?? ''),
    );
    for (const role of ['operator', 'editor', 'admin'] as const) {
      const matching = labels.filter((label) => actions[role].test(label));
      found[role].push(...matching.map((label) => `${address}: ${label}`));
    }
    expect(await colleague.findViolations()).toEqual([]);
  }
  return found;
}

const setRole = (role: Role) => story.installation.drover.members.update(memberId, { role });

describeInBrowser('the console by role', () => {
  it('offers a viewer no action that the role does not allow', async () => {
    expect(await findActions(pages)).toEqual({ operator: [], editor: [], admin: [] });
    // A refused request (403) would be logged here.
    expect(colleague.consoleErrors.splice(0)).toEqual([]);
  });

  it('offers an operator to run scripts, but not to change them', async () => {
    await setRole('operator');
    const { operator, editor, admin } = await findActions(mainPages());
    expect(operator).toContain('/devscripts: Run: story');
    expect(operator).toContain('/schedules: Run Nightly now');
    expect({ editor, admin }).toEqual({ editor: [], admin: [] });
  });

  it('offers an admin all of them', async () => {
    await setRole('admin');
    const { operator, editor, admin } = await findActions(mainPages());
    expect(operator).toContain('/inbox: Send message');
    expect(editor).toContain('/devscripts: New script');
    expect(admin).toContain('/devices: Add device');
  });
});

const mainPages = () => [
  '/devices',
  '/devscripts',
  '/presets',
  '/schedules',
  '/inbox',
  ...pages.filter((page) => /^.devscripts.\w+$/.test(page)),
];
