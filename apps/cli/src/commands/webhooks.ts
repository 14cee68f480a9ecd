import { webhookEventTypes, type CreateWebhook, type Webhook, type WebhookDelivery } from '@drover/sdk';
import type { Command } from 'commander';
import { addCommand, addFamily, type CommonOptions } from '../add-command';
import { connect } from '../configuration';
import { printJson } from '../json';
import { parseWords } from '../option-values';
import { selectWebhook } from '../record-selection';
import { showAgo } from '../seconds';
import { printTable, type Column } from '../table';
import { note, say } from '../terminal';
import { followDelivery } from '../webhook-delivery';

const columns: Column<Webhook>[] = [
  { title: 'NAME', text: ({ name }) => name ?? '', isElastic: true },
  { title: 'URL', text: ({ url }) => url, isElastic: true },
  { title: 'EVENTS', text: ({ events }) => (events === 'all' ? 'all' : events.join(', ')), isElastic: true },
  {
    title: 'STATE',
    text: stateOf,
    style: ({ isEnabled, failingSince }) => (isEnabled && !failingSince ? 'green' : 'red'),
  },
  { title: 'ID', text: ({ _id }) => _id, style: () => 'dim', isDispensable: true },
];

const deliveryColumns: Column<WebhookDelivery>[] = [
  { title: 'EVENT', text: ({ type }) => type },
  {
    title: 'STATE',
    text: ({ state }) => state,
    style: ({ state }) => (({ pending: 'yellow', delivered: 'green', failed: 'red' }) as const)[state],
  },
  { title: 'WHEN', text: ({ createdAt }) => showAgo(createdAt) },
  { title: 'TRIES', text: ({ attempts }) => String(attempts) },
  {
    title: 'ANSWER',
    text: ({ response, error }) => error ?? String(response?.status ?? ''),
    isElastic: true,
  },
  { title: 'ID', text: ({ _id }) => _id, style: () => 'dim', isDispensable: true },
];

/** `drover webhooks`: addresses that are told of what happens. */
export function addWebhooks(program: Command): void {
  const webhooks = addFamily(program, 'webhooks', 'list, create, test or delete webhooks');
  addCommand(webhooks, 'ls', { summary: 'list webhooks, newest first', examples: ['webhooks'] }).action(
    async ({ json }: CommonOptions) => {
      const page = await connect().webhooks.list();
      if (json) printJson(page);
      else printTable(page.items, columns, 'No webhooks. Make one: drover webhooks create --help');
    },
  );
  addCreate(webhooks);
  addDeliveries(webhooks);
  addRotate(webhooks);
  addSwitch(webhooks, { name: 'enable', isEnabled: true });
  addSwitch(webhooks, { name: 'disable', isEnabled: false });
  addCommand(webhooks, 'rm <webhook>', {
    summary: 'delete a webhook, with what waits to be delivered',
    examples: ['webhooks rm ours'],
  }).action(async (reference: string, { json }: CommonOptions) => {
    const drover = connect();
    const webhook = await selectWebhook(drover, reference);
    await drover.webhooks.remove(webhook._id);
    if (json) printJson(webhook);
    else say(`Deleted ${webhook.name ?? webhook.url}.`);
  });
}

function addCreate(webhooks: Command): void {
  addCommand(webhooks, 'create <url>', {
    summary: 'create a webhook; its secret is shown this once',
    examples: [
      'webhooks create https://hooks.example.org/drover --name ours',
      'webhooks create https://hooks.example.org/drover --events job.finished,device.offline',
    ],
  })
    .option(
      '--events <events>',
      `of ${webhookEventTypes.join(', ')} (default: all, also later ones)`,
      parseEvents,
      'all',
    )
    .option('--name <name>', 'what it is called here')
    .action(
      async (
        url: string,
        { events, name, json }: CommonOptions & Required<Pick<CreateWebhook, 'events'>> & { name?: string },
      ) => {
        const created = await connect().webhooks.create({ url, events, name });
        if (json) return printJson(created);
        say(created.secret);
        note('Keep it: it verifies what comes, and is not shown again.');
      },
    );
}

function addDeliveries(webhooks: Command): void {
  addCommand(webhooks, 'test <webhook>', {
    summary: 'send a test delivery, and tell what came of it',
    examples: ['webhooks test ours'],
  }).action(async (reference: string, { json }: CommonOptions) => {
    const drover = connect();
    const { _id } = await selectWebhook(drover, reference);
    const sent = await drover.webhooks.sendTest(_id);
    await followDelivery(drover, { webhookId: _id, deliveryId: sent._id, json });
  });
  addCommand(webhooks, 'deliveries <webhook>', {
    summary: 'list what a webhook was told, newest first, with the last answer',
    examples: ['webhooks deliveries ours', 'webhooks deliveries ours --json'],
  }).action(async (reference: string, { json }: CommonOptions) => {
    const drover = connect();
    const { _id } = await selectWebhook(drover, reference);
    const page = await drover.webhooks.listDeliveries(_id, { limit: 100 });
    if (json) printJson(page);
    else printTable(page.items, deliveryColumns, 'Nothing has happened yet that it is told of.');
  });
  addCommand(webhooks, 'resend <webhook> <delivery-id>', {
    summary: 'send a delivery again, and tell what came of it',
    examples: ['webhooks resend ours 65f1c0ffee65f1c0ffee65f1'],
  }).action(async (reference: string, deliveryId: string, { json }: CommonOptions) => {
    const drover = connect();
    const { _id } = await selectWebhook(drover, reference);
    await drover.webhooks.resendDelivery(_id, deliveryId);
    await followDelivery(drover, { webhookId: _id, deliveryId, json });
  });
}

function addRotate(webhooks: Command): void {
  addCommand(webhooks, 'rotate <webhook>', {
    summary: 'replace the secret, which is shown this once; the old one signs as well for a day',
    examples: ['webhooks rotate ours'],
  }).action(async (reference: string, { json }: CommonOptions) => {
    const drover = connect();
    const rotated = await drover.webhooks.rotateSecret((await selectWebhook(drover, reference))._id);
    if (json) return printJson(rotated);
    say(rotated.secret);
    note('Keep it: it is not shown again. The old one signs as well for another day.');
  });
}

function addSwitch(webhooks: Command, { name, isEnabled }: { name: string; isEnabled: boolean }): void {
  addCommand(webhooks, `${name} <webhook>`, {
    summary: isEnabled
      ? 'enable a webhook; what has waited is sent'
      : 'disable a webhook; what waits is kept',
    examples: [`webhooks ${name} ours`],
  }).action(async (reference: string, { json }: CommonOptions) => {
    const drover = connect();
    const { _id } = await selectWebhook(drover, reference);
    await drover.webhooks.update(_id, { isEnabled });
    const webhook = await drover.webhooks.get(_id);
    if (json) printJson(webhook);
    else say(`${webhook.name ?? webhook.url} is ${name}d.`);
  });
}

function stateOf({ isEnabled, disabledReason, failingSince }: Webhook): string {
  if (!isEnabled) return disabledReason ? 'disabled by failures' : 'disabled';
  return failingSince ? `failing since ${showAgo(failingSince)}` : 'enabled';
}

function parseEvents(text: string): CreateWebhook['events'] {
  return text === 'all' ? 'all' : parseWords(text, webhookEventTypes);
}
