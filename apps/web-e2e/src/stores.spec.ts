import type { Device } from '@drover/sdk';
import type { Page } from 'playwright-core';
import { describeInBrowser } from './testing/browser';
import { ConsoleStory } from './testing/console-story';

let story: ConsoleStory;
let page: Page;
let box: Device;

beforeAll(async () => {
  story = await ConsoleStory.start();
  page = story.page;
  ({ device: box } = await story.installation.startAgent('Box 手机'));
  await story.signIn('/stores');
});
afterAll(() => story?.stop());
afterEach(() => story.expectNoProblems());

const dialog = () => page.getByRole('dialog');
const entry = (key: string) => page.getByRole('button', { name: `Show ${key}`, exact: true });
const getEntry = (key: string) => story.installation.drover.stores.getEntry('account', key);
const setEntry = (key: string, value: unknown) =>
  story.installation.drover.stores.updateEntry('account', key, { value });

/** Forgets that the browser logged responses with a status that the test expects. */
function forgetStatus(...statuses: string[]): void {
  const errors = story.session.consoleErrors.splice(0);
  const others = errors.filter((error) => !statuses.some((status) => error.includes(status)));
  expect(others).toEqual([]);
}

describeInBrowser('stores', () => {
  it('adds entries to the store of the workspace', async () => {
    await story.heading('No stores yet').waitFor();
    await story.expectNoProblems();
    await page.getByRole('link', { name: 'Store of the workspace' }).click();
    await story.heading('No entries').waitFor();
    await story.button('New entry').click();
    await dialog().getByLabel('Key').fill('greeting 早上');
    await dialog().getByRole('textbox', { name: 'Value' }).fill('早上好');
    await dialog().getByRole('combobox', { name: 'Expires' }).click();
    await page.getByRole('option', { name: 'In 7 days' }).click();
    await story.expectNoProblems();
    await dialog().getByRole('button', { name: 'Save' }).click();
    await entry('greeting 早上').waitFor();
    const { value, expiresAt } = await getEntry('greeting 早上');
    expect(value).toBe('早上好');
    expect((Date.parse(expiresAt ?? '') - Date.now()) / 86_400_000).toBeCloseTo(7, 1);
  });

  it('accepts only valid JSON, and no key that exists', async () => {
    await story.button('New entry').click();
    await dialog().getByLabel('Key').fill('greeting 早上');
    await dialog().getByRole('combobox', { name: 'Format of the value' }).click();
    await page.getByRole('option', { name: 'JSON' }).click();
    await dialog().getByRole('textbox', { name: 'Value' }).fill('{"city": ');
    await dialog().getByText('This is not valid JSON.').waitFor();
    expect(await dialog().getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await dialog().getByRole('textbox', { name: 'Value' }).fill('{"city": "Paris"}');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().getByText('The entry was changed meanwhile').waitFor();
    forgetStatus('409');
    expect((await getEntry('greeting 早上')).value).toBe('早上好');
    await dialog().getByRole('button', { name: 'Cancel' }).click();
  });

  it('shows a change that happened while an entry was edited, and loses neither value', async () => {
    await setEntry('settings', { city: 'Paris' });
    await story.button('Refresh').click();
    await entry('settings').click();
    await dialog().getByText('"city": "Paris"').waitFor();
    await story.expectNoProblems();
    await dialog().getByRole('button', { name: 'Edit' }).click();
    await dialog().getByRole('textbox', { name: 'Value' }).fill('{"city": "Rome"}');
    await setEntry('settings', { city: 'Berlin' });
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().getByText('"city": "Berlin"').waitFor();
    forgetStatus('409');
    await story.expectNoProblems();
    expect((await getEntry('settings')).value).toEqual({ city: 'Berlin' });
    await dialog().getByRole('button', { name: 'Keep my value' }).click();
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.getByText('settings saved').waitFor();
    expect((await getEntry('settings')).value).toEqual({ city: 'Rome' });
  });

  it('shows changes by others without a reload', async () => {
    await setEntry('live', 1);
    await entry('live').waitFor();
    await page.getByRole('row', { name: /live.*1/ }).waitFor();
    await setEntry('live', 4711);
    await page.getByRole('row', { name: /live.*4711/ }).waitFor();
    await story.installation.drover.stores.removeEntry('account', 'live');
    await entry('live').waitFor({ state: 'detached' });
  });

  it('asks again before it deletes an entry that was changed', async () => {
    await entry('settings').click();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await dialog().getByText('settings is deleted for all').waitFor();
    await setEntry('settings', 'newer');
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await dialog().getByText('settings was changed after you opened it').waitFor();
    forgetStatus('409');
    await story.expectNoProblems();
    expect((await getEntry('settings')).value).toBe('newer');
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await entry('settings').waitFor({ state: 'detached' });
    await expect(getEntry('settings')).rejects.toMatchObject({ status: 404 });
  });

  it('searches by the beginning of the key, and loads pages', async () => {
    const { stores } = story.installation.drover;
    const keys = Array.from({ length: 1000 }, (_, at) => `item:${String(at).padStart(4, '0')}`);
    for (let at = 0; at < keys.length; at += 50) {
      const batch = keys.slice(at, at + 50);
      await Promise.all(batch.map((key) => stores.updateEntry(box._id, key, { value: key })));
    }
    await story.open(`/devices/${box._id}`);
    await story.button(/^Actions/).click();
    await page.getByRole('menuitem', { name: 'Store of the device' }).click();
    await story.heading('Box 手机').waitFor();
    const table = page.getByRole('table', { name: 'Entries' });
    await table.and(page.locator('[aria-rowcount="201"]')).waitFor();
    await story.expectNoProblems();
    await story.button('Load more').click();
    await table.and(page.locator('[aria-rowcount="401"]')).waitFor();
    await page.getByRole('searchbox', { name: 'Search by the beginning of the key' }).fill('item:099');
    await table.and(page.locator('[aria-rowcount="11"]')).waitFor();
    await entry('item:0999').waitFor();
    await page.getByRole('searchbox').fill('nothing');
    await story.heading('No matches').waitFor();
    await story.button('Clear filters').click();
    await table.and(page.locator('[aria-rowcount="401"]')).waitFor();
  });

  it('lists the stores by name and size', async () => {
    await story.open('/stores');
    await page.getByRole('row', { name: /Box 手机.*Device.*1,000/ }).waitFor();
    await page.getByText(/of 1.1 GB and 1,\d+ of 1,000,000 keys are used\./).waitFor();
    await story.expectNoProblems();
    await page.getByRole('link', { name: 'Box 手机' }).click();
    await story.heading('Box 手机').waitFor();
    // Without the kind in the address, the name comes from the list of stores.
    await story.open(`/stores/${box._id}`);
    await story.heading('Box 手机').waitFor();
  });

  it('says that a store does not exist', async () => {
    await story.open(`/stores/${'0'.repeat(24)}`);
    await story.heading('Not found').waitFor();
    forgetStatus('404');
  });
});
