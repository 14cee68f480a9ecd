import { LIMITS } from '@drover/contract/limits';
import type { Page } from 'playwright-core';
import { describeInBrowser } from './testing/browser';
import { ConsoleStory } from './testing/console-story';

let story: ConsoleStory;
let page: Page;

beforeAll(async () => {
  story = await ConsoleStory.start();
  page = story.page;
  await story.signIn();
  const scriptId = await story.installation.createScript('// nothing yet');
  await story.installation.startAgent('Desk');
  await page.goto(`/devscripts/${scriptId}`);
});
afterAll(() => story?.stop());
afterEach(() => story.expectNoProblems());

const code = () => page.getByLabel('Script code');
const typeCode = async (text: string) => {
  await code().click();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(text);
};

/** Drops a file on the page. */
async function drop(name: string, content: string | number): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([fileName, text]) => {
      const data = new DataTransfer();
      data.items.add(new File([typeof text === 'number' ? new Uint8Array(text) : text], fileName));
      return data;
    },
    [name, content] as const,
  );
  await page.dispatchEvent('main', 'dragover', { dataTransfer: transfer });
  await page.getByText('Drop a .js or .json file here').waitFor();
  await page.dispatchEvent('main', 'drop', { dataTransfer: transfer });
}

/** Each step continues where the previous one ended. */
describeInBrowser('the script editor', () => {
  it('marks syntax errors while typing', async () => {
    await typeCode('const sum = 1 +;');
    await page.locator('.cm-lint-marker-error').first().waitFor();
    await page.getByText('Unsaved changes').waitFor();
  });

  it('saves and runs with a shortcut, and shows that the run failed', async () => {
    await page.keyboard.press('Control+Enter');
    await page.getByRole('checkbox', { name: 'Desk' }).check();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Failed', { exact: true }).waitFor();
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
  });

  it('runs the corrected code on the same devices', async () => {
    await typeCode(`console.log('the sum is ' + (1 + 2));`);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('log').getByText('the sum is 3').waitFor();
    await page.getByText('Succeeded', { exact: true }).waitFor();
    expect(await page.locator('.cm-lint-marker-error').count()).toBe(0);
  });

  it('resizes the output by keyboard and remembers its height', async () => {
    const handle = page.getByRole('separator', { name: 'Height of the output' });
    await handle.focus();
    const before = Number(await handle.getAttribute('aria-valuenow'));
    await page.keyboard.press('ArrowUp');
    expect(await handle.getAttribute('aria-valuenow')).toBe(String(before + 24));
    expect(await page.evaluate(() => localStorage.getItem('drover-output-height'))).toBe(String(before + 24));
  });

  it('indents with Tab, and leaves the editor with Escape and Tab', async () => {
    await typeCode('one();');
    await page.keyboard.press('Home');
    await page.keyboard.press('Tab');
    expect(await code().textContent()).toBe('  one();');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    expect(await code().evaluate((editor) => editor.contains(document.activeElement))).toBe(false);
  });

  it('shows readable labels in the find panel in dark mode', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
    await code().click();
    await page.keyboard.press('Control+F');
    await page.locator('.cm-search').getByText('match case').waitFor();
    await story.expectNoProblems();
    await page.keyboard.press('Escape');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.locator('html[data-mantine-color-scheme="light"]').waitFor();
    await typeCode(`console.log('the sum is ' + (1 + 2));`);
    await page.keyboard.press('Control+S');
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
  });

  it('marks the line of the address', async () => {
    const lines = Array.from({ length: 80 }, (_, index) => `console.log(${index + 1});`);
    await typeCode(lines.join('\n'));
    await page.keyboard.press('Control+S');
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
    await page.goto(`${page.url()}?line=60`);
    await page.locator('.cm-markedLine').getByText('console.log(60);').waitFor();
    await typeCode(`console.log('the sum is ' + (1 + 2));`);
    await page.keyboard.press('Control+S');
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
  });

  it('keeps code and selected devices after a reload', async () => {
    await page.reload();
    await code().getByText('the sum is').waitFor();
    await page.getByRole('button', { name: '1 device' }).waitFor();
  });

  it('loads dropped files and shows the form of a configuration', async () => {
    const item = { name: 'city', type: 'text', label: 'Where to', value: '大理' };
    await drop('config.json', `[\n   ${JSON.stringify(item)} ]`);
    await page.getByText('config.json is loaded into the editor. Save to keep it.').waitFor();
    expect(await page.getByLabel('Where to').inputValue()).toBe('大理');
    await drop('story.js', 'console.log("off to " + drover.env.city);');
    await code().getByText('off to').waitFor();
    await page.keyboard.press('Control+S');
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
  });

  it('shows an uploaded configuration with its formatting', async () => {
    await page.reload();
    await page.getByRole('tab', { name: 'Configuration' }).click();
    await page.getByLabel('Script configuration').getByText('   {"name":"city"').waitFor();
    await page.getByRole('tab', { name: 'Code' }).click();
  });

  it('rejects a file that is too large and keeps the unsaved code', async () => {
    await typeCode('// not saved yet');
    await drop('large.js', LIMITS.uploadFileBytes + 1);
    await page.getByText('large.js is larger than 3 MB. The editor was not changed.').waitFor();
    await code().getByText('// not saved yet').waitFor();
    await drop('photo.png', 'x');
    await page.getByText('Only .js and .json files are supported.').waitFor();
    await code().getByText('// not saved yet').waitFor();
  });

  it('asks before leaving with unsaved changes', async () => {
    await page.getByRole('link', { name: 'Jobs' }).click();
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await code().getByText('// not saved yet').waitFor();
    await page.getByRole('link', { name: 'Jobs' }).click();
    await dialog.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { name: 'Jobs' }).waitFor();
  });
});
