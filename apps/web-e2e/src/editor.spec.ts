import type { Page } from 'playwright-core';
import { describeInBrowser } from './testing/browser';
import { ConsoleStory } from './testing/console-story';

let story: ConsoleStory;
let page: Page;
let scriptId: string;

const files = [
  { path: 'drover.json', text: '{ "entry": "src/main.ts" }' },
  { path: 'src/greet.ts', text: 'export const greet = (name: string) => `Hello ${name}`;\n' },
  { path: 'src/main.ts', text: "import { greet } from './greet';\nlog(greet(1));\n" },
];

beforeAll(async () => {
  story = await ConsoleStory.start();
  page = story.page;
  const { drover } = story.installation;
  scriptId = await story.installation.createScript('// nothing yet');
  await drover.devscripts.uploadFiles(scriptId, {
    config: [{ name: 'city', type: 'text', label: 'Where to' }],
  });
  await story.signIn();
});
afterAll(() => story?.stop());
afterEach(() => story.expectNoProblems());

const code = () => page.getByLabel('Script code');
const completion = (name: string) => page.locator('.cm-completionLabel').getByText(name, { exact: true });
const replaceCode = async (text: string) => {
  await code().click();
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  await page.keyboard.type(text);
};

describeInBrowser('the script editor', () => {
  it('completes members of hamibot', async () => {
    await page.goto(`/devscripts/${scriptId}`);
    await code().waitFor();
    const opened = Date.now();
    await code().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\nhamibot.');
    await completion('postMessage').waitFor();
    process.stdout.write(`First completion ${Date.now() - opened} ms after the editor has opened.\n`);
    await completion('step').waitFor();
    await page.keyboard.type('pro');
    await completion('progress').waitFor();
    await page.locator('.cm-completionInfo').getByText('Reports how far the script has come').waitFor();
  });

  it('shows the signature of the function that is called', async () => {
    await page.keyboard.press('Enter');
    await page.keyboard.type('(0.5, ');
    await page.locator('.cm-description strong').getByText('text?: string').waitFor();
    await story.expectNoProblems();
    await page.keyboard.press('Escape');
    await page.locator('.cm-description').waitFor({ state: 'detached' });
  });

  it('completes the fields of the form', async () => {
    await replaceCode('hamibot.env.');
    await completion('city').waitFor();
    await page.keyboard.type('ci');
    await page.locator('.cm-completionInfo').getByText('Where to').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type(';');
  });

  it('describes a name under the pointer', async () => {
    await page.mouse.move(0, 0);
    await code().getByText('city').hover();
    await page.locator('.cm-tooltip-hover').getByText('Where to').waitFor();
    await page.mouse.move(0, 0);
  });

  it('underlines unknown names', async () => {
    await replaceCode('log(nobody);');
    await page.locator('.cm-lintRange-error').getByText('nobody').waitFor();
    await replaceCode("log(require('os').cpus(), fetch, http, auto);");
    await page.locator('.cm-lintRange-error').waitFor({ state: 'detached' });
  });

  it('formats the code, unless it has syntax errors', async () => {
    await replaceCode('if(true){log("a")');
    // The editor has closed the brackets.
    await page.getByRole('button', { name: 'Format' }).click();
    await code().getByText("log('a');").waitFor();
    await replaceCode('const sum = 1 +;');
    await page.getByRole('button', { name: 'Format' }).click();
    await page.getByText('Only code without syntax errors can be formatted.').waitFor();
  });
});

describeInBrowser('the source files of a project', () => {
  beforeAll(async () => {
    await story.installation.drover.devscripts.uploadProject(scriptId, { files, code: 'log("Hello");' });
    await page.goto(`/devscripts/${scriptId}`);
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    if (await dialog.isVisible()) await dialog.getByRole('button', { name: 'Leave' }).click();
  });

  it('are shown as a tree, with type errors marked', async () => {
    const tree = page.getByRole('navigation', { name: 'Source files' });
    await tree.getByRole('button', { name: 'main.ts' }).click();
    await page.getByLabel('src/main.ts').getByText('log(greet(1));').waitFor();
    await page.locator('.cm-lintRange-error').getByText('1').waitFor();
    await tree.getByText('src').click();
    await tree.getByRole('button', { name: 'main.ts' }).waitFor({ state: 'hidden' });
    await tree.getByText('src').click();
  });

  it('finds a text in all files', async () => {
    await page.getByRole('searchbox', { name: 'Search all files' }).fill('GREET');
    await page.getByText('3 lines').waitFor();
    await page.getByRole('button', { name: 'src/greet.ts:1' }).click();
    await page.getByLabel('src/greet.ts').locator('.cm-markedLine').waitFor();
  });
});

describeInBrowser('the review of a project', () => {
  beforeAll(async () => {
    const { devscripts, reviews } = story.installation.drover;
    await devscripts.submitReview(scriptId);
    await reviews.update(scriptId, { decision: 'approve' });
    await devscripts.publish(scriptId);
    const main = { path: 'src/main.ts', text: "import { greet } from './greet';\nlog(greet('Ada'));\n" };
    await devscripts.uploadProject(scriptId, {
      files: [...files.filter(({ path }) => path !== main.path), main],
      code: 'log("Hello Ada");',
    });
    await devscripts.submitReview(scriptId);
    await page.goto(`/reviews/${scriptId}`);
  });

  it('shows what differs from the published version, file by file', async () => {
    await page.getByText('1 file differs from the published version.').waitFor();
    await page.getByRole('button', { name: 'main.ts changed' }).waitFor();
    const diff = page.getByLabel('src/main.ts');
    await diff.locator('.cm-deletedChunk').getByText('log(greet(1));').waitFor();
    await diff.locator('.cm-changedLine').getByText("log(greet('Ada'));").waitFor();
    await page.getByRole('button', { name: 'greet.ts' }).click();
    await page.getByLabel('src/greet.ts').getByText('export const greet').waitFor();
  });
});
