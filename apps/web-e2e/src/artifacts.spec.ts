import type { Run } from '@drover/sdk';
import { eventually } from '@drover/test-installation';
import { readFileSync } from 'node:fs';
import { deflateSync, crc32 } from 'node:zlib';
import type { Page } from 'playwright-core';
import { describeInBrowser } from './testing/browser';
import { ConsoleStory } from './testing/console-story';

let story: ConsoleStory;
let page: Page;
let run: Run;

/** A script that runs wherever a browser executes it shows this in the title of the page, and calls the server. */
const attack = `<script>document.title = 'attacked'; fetch('/v1/account').then(() => (top.document.title = 'attacked'));</script>`;

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="document.title = 'attacked'">${attack}</svg>`;

beforeAll(async () => {
  story = await ConsoleStory.start();
  page = story.page;
  await story.signIn();
  const { installation } = story;
  const { device } = await installation.startAgent('computer');
  const files: Record<string, string> = {
    'notes.txt': 'first line\nsecond line',
    'data.json': '{"price":12.5,"tags":["a"]}',
    'table.csv': 'name,price\n"chair, red",12.5\n',
    'page.html': `<html><body onload="document.title = 'attacked'">${attack}</body></html>`,
    'picture.svg': svg,
    'not a picture.png': svg,
    '../../evil\u202Etxt.html': attack,
    'line\nbreak\u001b[31m\u0007.html': attack,
    '报告 十二月.txt': '你好',
    空: '',
  };
  const code = `
    (async () => {
      const files = ${JSON.stringify(files)};
      for (const name of Object.keys(files)) await drover.artifacts.save(name, Buffer.from(files[name]));
      // 4 kB are too long for a name.
      await drover.artifacts.save('x'.repeat(4096), 'left out');
      await drover.artifacts.save('screen.png', Buffer.from('${png(40, 30).toString('base64')}', 'base64'));
    })();`;
  run = await installation.run(device, code, ['succeeded', 'failed']);
  await eventually(
    () => installation.drover.runs.listArtifacts(run._id),
    ({ count }) => count === Object.keys(files).length + 1,
    60_000,
  );
});
afterAll(() => story?.stop());

/** A red picture. */
function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, Buffer.from([220, 40, 60]))]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describeInBrowser('the artifacts of a run', () => {
  it('are listed with previews', async () => {
    await page.goto(`/runs/${run._id}`);
    await page.getByRole('heading', { name: 'Artifacts' }).waitFor();
    const picture = page.getByRole('img', { name: 'screen.png' });
    await picture.waitFor();
    expect(await picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(40);
    await page.getByRole('button', { name: 'Show notes.txt' }).click();
    await page.getByRole('group', { name: 'notes.txt' }).getByText('second line').waitFor();
    await page.getByRole('button', { name: 'Show data.json' }).click();
    await page.getByRole('group', { name: 'data.json' }).getByText('"price": 12.5,').waitFor();
    await page.getByRole('button', { name: 'Show table.csv' }).click();
    await page.getByRole('cell', { name: 'chair, red' }).waitFor();
    await page.getByRole('button', { name: 'Show 报告 十二月.txt' }).click();
    await page.getByRole('group', { name: '报告 十二月.txt' }).getByText('你好').waitFor();
    await story.expectNoProblems();
  });

  it('execute nothing in the console, whatever they contain', async () => {
    await page.goto(`/runs/${run._id}`);
    for (const name of ['page.html', 'picture.svg']) {
      await page.getByRole('button', { name: `Show ${name}` }).click();
      await page.getByRole('group', { name }).getByText("document.title = 'attacked'").first().waitFor();
    }
    // An SVG under another name is no picture.
    const image = page.getByRole('img', { name: 'not a picture.png' });
    await eventually(
      () => image.evaluate((element) => (element as HTMLImageElement).complete),
      (isComplete) => isComplete,
    );
    expect(await image.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBe(0);
    expect(await page.title()).not.toBe('attacked');
    story.session.consoleErrors.splice(0);
  });

  it('are downloaded, and not opened, by their addresses', async () => {
    const { items } = await story.installation.drover.runs.listArtifacts(run._id);
    for (const { _id, name } of items.filter((item) => /html|svg/.test(item.name))) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.goto(`/v1/runs/${run._id}/artifacts/${_id}`).catch(() => undefined),
      ]);
      expect(readFileSync(await download.path(), 'utf8')).toContain('attacked');
      expect(download.suggestedFilename()).not.toMatch(/[/\\\u202e\u0000-\u001f]/);
      expect([name, await page.title()]).not.toContain('attacked');
      // Shown in a frame of the console's origin, it is downloaded as well.
      const isSameOrigin = await page.evaluate(async (path) => {
        const response = await fetch(path);
        return [response.headers.get('content-security-policy'), response.headers.get('content-type')];
      }, `/v1/runs/${run._id}/artifacts/${_id}`);
      expect(isSameOrigin).toEqual(["sandbox; default-src 'none'", 'application/octet-stream']);
    }
  });

  it('have no names that are too long, and the log says so', async () => {
    const log = await story.installation.readLog(run);
    expect(log.filter((line) => line.includes('left out'))).toEqual([
      `drover.artifacts.save: "${'x'.repeat(80)}" was left out: its name has more than 255 characters`,
    ]);
  });

  it('are downloaded together', async () => {
    await page.goto(`/runs/${run._id}`);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download all (ZIP)' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`run-${run._id}.zip`);
    expect(
      readFileSync(await download.path())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK');
    await story.expectNoProblems();
  });
});
