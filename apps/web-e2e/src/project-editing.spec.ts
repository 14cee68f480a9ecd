import type { Page, Request } from 'playwright-core';
import { describeInBrowser } from './testing/browser';
import { ConsoleStory } from './testing/console-story';

let story: ConsoleStory;
let page: Page;
let scriptId: string;

beforeAll(async () => {
  story = await ConsoleStory.start();
  page = story.page;
  const { installation } = story;
  const [device] = await installation.startAgents('Front desk');
  scriptId = await installation.createScript('console.log("one file");\n');
  await story.signIn();
  await page.evaluate(
    ([id, deviceId]) => localStorage.setItem(`drover-devices-${id}`, JSON.stringify([deviceId])),
    [scriptId, device._id],
  );
});
afterAll(() => story?.stop());
afterEach(async () => {
  // The tooltip of the button under the mouse is outside of all landmarks.
  await page.mouse.move(0, 0);
  await page.getByRole('tooltip').waitFor({ state: 'detached' });
  await story.expectNoProblems();
});

const editor = (path: string) => page.getByRole('textbox', { name: path, exact: true });
const problems = () => page.getByRole('region', { name: 'Problems' });
const unsaved = () => page.getByText('Unsaved changes');
const revisions = async () => (await story.installation.drover.revisions.list(scriptId)).items;

async function open(path: string): Promise<void> {
  await page.locator(`button[title="${path}"]`).click();
  await editor(path).waitFor();
}

async function write(path: string, text: string): Promise<void> {
  await open(path);
  await editor(path).fill(text);
}

async function save(): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await unsaved().waitFor({ state: 'detached' });
}

async function fillPath(button: string, path: string): Promise<void> {
  await story.button(button).click();
  await page.getByRole('textbox', { name: 'Path' }).fill(path);
  await page.getByRole('button', { name: 'Apply' }).click();
  await editor(path).waitFor();
}

describeInBrowser('editing a project in the console', () => {
  it('turns a script of one file into a project', async () => {
    await page.goto(`/devscripts/${scriptId}`);
    await story.button('Convert to a project').click();
    await editor('src/main.js').getByText('one file').waitFor();
    const [revision] = await revisions();
    expect(revision).toMatchObject({ number: 2, source: 'console' });
    const { files } = await story.installation.drover.devscripts.getProject(scriptId);
    expect(files.map(({ path }) => path)).toEqual(['drover.json', 'src/main.js']);
  });

  it('creates, renames and deletes files, and saves them as one revision', async () => {
    await fillPath('New file', 'src/greet.ts');
    await editor('src/greet.ts').fill('export const greet = (name: string) => `Hello ${name}`;\n');
    await open('src/main.js');
    await fillPath('Rename', 'src/main.ts');
    await editor('src/main.ts').fill("import { greet } from './greet';\nconsole.log(greet('shop'));\n");
    await write('drover.json', '{ "entry": "src/main.ts" }');
    await fillPath('New file', 'notes.txt');
    await story.button('Delete').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await unsaved().waitFor();
    await save();
    const [revision] = await revisions();
    expect(revision).toMatchObject({ number: 3, source: 'console' });
    const { files } = await story.installation.drover.devscripts.getProject(scriptId);
    expect(files.map(({ path }) => path)).toEqual(['drover.json', 'src/greet.ts', 'src/main.ts']);
  });

  it('refuses a path that is not allowed, or that exists', async () => {
    await story.button('New file').click();
    const path = page.getByRole('textbox', { name: 'Path' });
    await path.fill('../secret.ts');
    await page.getByText('Enter a relative path').waitFor();
    await path.fill('SRC/main.ts');
    await page.getByText('A file or folder with this path exists.').waitFor();
    await page.keyboard.press('Escape');
  });

  it('saves two changed files, and runs them on a device', async () => {
    await write('src/greet.ts', 'export const greet = (name: string) => `Goodbye ${name}`;\n');
    await write('src/main.ts', "import { greet } from './greet';\nconsole.log(greet('harbour'));\n");
    await story.button('Save and run').click();
    await page.getByText('Goodbye harbour').first().waitFor();
    expect((await revisions())[0]).toMatchObject({ number: 4 });
  });

  it('shows in which source file and line a run failed', async () => {
    await write('src/greet.ts', "\n\nexport function greet(): never {\n  throw new Error('no name');\n}\n");
    await story.button('Save and run').click();
    await page.getByText('src/greet.ts:4').first().waitFor();
  });

  it('shows type errors, and saves anyway', async () => {
    await write(
      'src/greet.ts',
      'export const greet = (name: string) => name;\nexport const a: string = 1;\n',
    );
    await save();
    await problems().getByRole('button', { name: 'src/greet.ts:2' }).waitFor();
    await problems().getByText("Type 'number' is not assignable to type 'string'.").waitFor();
  });

  it('leads to a syntax error, and saves nothing', async () => {
    const before = (await revisions()).length;
    await write('src/greet.ts', 'export const greet = (name: string) => name;\nconst = 1;\n');
    await open('drover.json');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await problems().getByText('Expected identifier but found "="').waitFor();
    await problems().getByRole('button', { name: 'src/greet.ts:2' }).first().click();
    await editor('src/greet.ts').locator('.cm-markedLine').getByText('const = 1;').waitFor();
    await unsaved().waitFor();
    expect(await revisions()).toHaveLength(before);
  });

  it('names packages that only the command line can add', async () => {
    await write('src/greet.ts', "import utc from 'dayjs/plugin/utc';\nexport const greet = utc;\n");
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await problems().getByText('a Git repository can add: dayjs').waitFor();
    await problems().getByRole('button', { name: 'src/greet.ts:1' }).waitFor();
    await unsaved().waitFor();
  });

  it('compiles code for phones', async () => {
    await write('src/greet.ts', 'export const greet = (name: string) => `Hello ${name}`;\n');
    await write('drover.json', '{ "entry": "src/main.ts", "engines": ["node", "phone"] }');
    const isUpload = (request: Request) => request.method() === 'PUT' && request.url().endsWith('/project');
    const [request] = await Promise.all([page.waitForRequest(isUpload), save()]);
    const { code, phoneCode } = request.postDataJSON() as { code: string; phoneCode: string };
    expect(code).toContain('greet = (name) =>');
    expect(phoneCode).toContain('function greet(name)');
    expect(phoneCode).not.toMatch(/=>|`/);
  });

  it('starts a new script with a project in TypeScript', async () => {
    const { _id } = await story.installation.drover.devscripts.create({ name: 'fresh' });
    await page.goto(`/devscripts/${_id}`);
    await story.button('Start with a TypeScript project').click();
    await editor('src/greet.ts').waitFor();
    await open('src/main.ts');
    await page.getByRole('textbox', { name: 'Greeting' }).waitFor();
  });

  it('warns that a sync of Git replaces changes', async () => {
    const { devscripts } = story.installation.drover;
    const { files } = await devscripts.getProject(scriptId);
    const git = { commit: 'a'.repeat(40), author: 'Ada' };
    await devscripts.uploadProject(scriptId, { files, code: 'console.log("from git");', git });
    await page.goto(`/devscripts/${scriptId}`);
    await page.getByText('This project comes from Git.').waitFor();
  });
});
