import type { Job } from '@drover/sdk';
import { eventually } from '@drover/test-installation';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { describeInBrowser } from './testing/browser';
import { ConsoleStory } from './testing/console-story';

let story: ConsoleStory;
let page: Page;
let target: Server;
let url: string;
let secret: string;
let status = 204;
const received: { headers: IncomingHttpHeaders; body: string; status: number }[] = [];

beforeAll(async () => {
  target = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString(), status });
      response.writeHead(status).end();
    });
  }).listen(0, '127.0.0.1');
  await once(target, 'listening');
  url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/hook`;
  story = await ConsoleStory.start();
  page = story.page;
  await story.installation.startAgent('Box');
  await story.signIn('/settings/webhooks');
});
afterAll(async () => {
  await story?.stop();
  target.close();
});
afterEach(() => story.expectNoProblems());

interface WebhookEvent {
  type: string;
  data: { _id: string };
}

/** The accepted events, verified with the public library. */
const acceptedEvents = (key = secret): WebhookEvent[] =>
  received
    .filter((delivery) => delivery.status === 204)
    .map(
      ({ body, headers }) => new Webhook(key).verify(body, headers as Record<string, string>) as WebhookEvent,
    );

const readSecret = async () =>
  (await page.getByRole('group', { name: 'Secret', exact: true }).textContent()) ?? '';

describeInBrowser('webhooks', () => {
  it('creates a webhook and shows its secret once', async () => {
    await story.heading('No webhooks yet').waitFor();
    await story.button('New webhook').click();
    await page.getByLabel('URL').fill(url);
    await page.getByLabel('Name', { exact: true }).fill('Ours');
    await page.getByRole('radio', { name: 'Only these events' }).check();
    await page.getByRole('checkbox', { name: 'A run finished' }).check();
    await story.expectNoProblems();
    await story.button('Create').click();
    await page.getByRole('dialog', { name: 'Webhook secret' }).waitFor();
    secret = await readSecret();
    expect(secret).toMatch(/^whsec_/);
    await story.expectNoProblems();
    await story.button('Done').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(secret);
    await page.getByRole('link', { name: 'Ours' }).click();
    await story.heading('No deliveries yet').waitFor();
  });

  it('shows that deliveries fail, and delivers everything once the target responds', async () => {
    status = 503;
    const { drover } = story.installation;
    const { items: devices } = await drover.devices.list();
    const jobs: Job[] = [];
    for (const code of ['console.log(1)', 'process.exit(3)', 'console.log(2)']) {
      jobs.push(await drover.jobs.create({ code, devices }));
    }
    await page.getByText(/^A delivery failed at/).waitFor();
    await eventually(
      () => Promise.all(jobs.map(({ _id }) => drover.jobs.get(_id))),
      (read) => read.every(({ counts }) => counts.succeeded + counts.failed === 1),
    );
    expect(acceptedEvents()).toEqual([]);
    status = 204;
    await story.button('Send test event').click();
    await eventually(
      async () => acceptedEvents().length,
      (length) => length === 7,
    );
    const events = acceptedEvents();
    const { items: runs } = await drover.runs.list();
    const idsOf = (type: string) => events.filter((event) => event.type === type).map(({ data }) => data._id);
    expect(idsOf('job.finished').sort()).toEqual(jobs.map(({ _id }) => _id).sort());
    expect(idsOf('run.finished').sort()).toEqual(runs.map(({ _id }) => _id).sort());
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(7);
    await page.getByText(/^A delivery failed at/).waitFor({ state: 'detached' });
  });

  it('shows request and response of a delivery and resends it', async () => {
    const count = acceptedEvents().length;
    await page.getByRole('button', { name: 'Show job.finished' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'job.finished' });
    await dialog.getByText('"type": "job.finished"').waitFor();
    await dialog.getByText(/^204 in \d+ ms$/).waitFor();
    await story.expectNoProblems();
    await dialog.getByRole('button', { name: 'Resend' }).click();
    await eventually(
      async () => acceptedEvents().length,
      (length) => length > count,
    );
    const [id] = received.slice(-1).map(({ headers }) => headers['webhook-id']);
    expect(received.filter(({ headers }) => headers['webhook-id'] === id).length).toBeGreaterThan(1);
    await page.keyboard.press('Escape');
  });

  it('signs with the old and the new secret after a rotation', async () => {
    await story.button('Actions for this webhook').click();
    await page.getByRole('menuitem', { name: 'Rotate secret' }).click();
    await page
      .getByRole('dialog', { name: 'Rotate the secret?' })
      .getByRole('button', { name: 'Rotate secret' })
      .click();
    await page.getByRole('dialog', { name: 'Webhook secret' }).waitFor();
    const newer = await readSecret();
    await story.button('Done').click();
    await page.getByText(/^Deliveries are signed with the old secret as well until/).waitFor();
    received.splice(0);
    const { webhooks } = story.installation.drover;
    await webhooks.sendTest((await webhooks.list()).items[0]._id);
    await eventually(
      async () => acceptedEvents().length,
      (length) => length === 1,
    );
    expect([acceptedEvents(), acceptedEvents(newer)].map(([{ type }]) => type)).toEqual([
      'webhook.test',
      'webhook.test',
    ]);
  });

  it('disables, enables and deletes a webhook', async () => {
    await story.button('Actions for this webhook').click();
    await page.getByRole('menuitem', { name: 'Disable' }).click();
    await page.getByText('This webhook is disabled').waitFor();
    await story.expectNoProblems();
    await story.button('Enable').click();
    await page.getByText('This webhook is disabled').waitFor({ state: 'detached' });
    await story.button('Actions for this webhook').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await story.heading('No webhooks yet').waitFor();
  });
});
