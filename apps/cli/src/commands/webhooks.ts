import {
  collectItems,
  type CreateWebhook,
  type Webhook,
  type WebhookDelivery,
  type WebhookDeliveryState,
  webhookEventTypes,
} from '@drover/sdk';
import { Option, type Command } from 'commander';
import { createClient } from '../config/account';
import { addCommand, addCommandGroup, type CommonOptions } from '../options/add-command';
import { parseCount, parseWords } from '../options/option-values';
import { formatAge } from '../output/duration';
import { toList, printJson } from '../output/json';
import { type Column, printTable } from '../output/table';
import { takeItems } from '../output/take-items';
import { printLine, printNote } from '../output/terminal';
import { selectWebhook } from '../selection/select-record';
import { reportDelivery } from './webhook-delivery';

const columns: Column<Webhook>[] = [
  { title: 'NAME', text: ({ name }) => name ?? '', canShrink: true },
  { title: 'URL', text: ({ url }) => url, canShrink: true },
  { title: 'EVENTS', text: ({ events }) => (events === 'all' ? 'all' : events.join(', ')), canShrink: true },
  {
    title: 'STATE',
    text: formatState,
    style: ({ isEnabled, failingSince }) => (isEnabled && !failingSince ? 'green' : 'red'),
  },
  { title: 'ID', text: ({ _id }) => _id, style: () => 'dim', isOptional: true },
];

const deliveryColumns: Column<WebhookDelivery>[] = [
  { title: 'EVENT', text: ({ type }) => type },
  {
    title: 'STATE',
    text: ({ state }) => state,
    style: ({ state }) => (({ pending: 'yellow', delivered: 'green', failed: 'red' }) as const)[state],
  },
  { title: 'CREATED', text: ({ createdAt }) => formatAge(createdAt) },
  { title: 'ATTEMPTS', text: ({ attempts }) => String(attempts) },
  {
    title: 'RESPONSE',
    text: ({ response, error }) => error ?? String(response?.status ?? ''),
    canShrink: true,
  },
  { title: 'ID', text: ({ _id }) => _id, style: () => 'dim', isOptional: true },
];

const deliveryStates: WebhookDeliveryState[] = ['pending', 'delivered', 'failed'];

type DeliveriesOptions = CommonOptions & { state?: WebhookDeliveryState; limit: number };

/** Registers `drover webhooks`, which manages URLs that receive events. */
export function registerWebhooks(program: Command): void {
  const webhooks = addCommandGroup(program, 'webhooks', 'List, create, test or delete webhooks');
  addCommand(webhooks, 'ls', {
    summary: 'List webhooks, newest first',
    examples: ['webhooks'],
    isQuery: true,
  }).action(async ({ json }: CommonOptions) => {
    const page = toList(await collectItems(createClient().webhooks.iterate()));
    if (json) printJson(page);
    else printTable(page.items, columns, 'No webhooks. Create one: drover webhooks create --help');
  });
  registerCreate(webhooks);
  registerDeliveries(webhooks);
  registerRotate(webhooks);
  registerSwitch(webhooks, { name: 'enable', isEnabled: true });
  registerSwitch(webhooks, { name: 'disable', isEnabled: false });
  addCommand(webhooks, 'rm <webhook>', {
    summary: 'Delete a webhook and its pending deliveries',
    examples: ['webhooks rm ours'],
  }).action(async (reference: string, { json }: CommonOptions) => {
    const drover = createClient();
    const webhook = await selectWebhook(drover, reference);
    await drover.webhooks.remove(webhook._id);
    if (json) printJson(webhook);
    else printLine(`Deleted ${webhook.name ?? webhook.url}.`);
  });
}

function registerCreate(webhooks: Command): void {
  addCommand(webhooks, 'create <url>', {
    summary: 'Create a webhook, whose secret is shown only once',
    examples: [
      'webhooks create https://hooks.example.org/drover --name ours',
      'webhooks create https://hooks.example.org/drover --events job.finished,device.offline',
    ],
  })
    .option(
      '--events <events>',
      `Comma-separated events: ${webhookEventTypes.join(', ')}; all includes future ones`,
      parseEvents,
      'all',
    )
    .option('--name <name>', 'Name of the webhook')
    .action(
      async (
        url: string,
        { events, name, json }: CommonOptions & Required<Pick<CreateWebhook, 'events'>> & { name?: string },
      ) => {
        const created = await createClient().webhooks.create({ url, events, name });
        if (json) return printJson(created);
        printLine(created.secret);
        printNote('Save the secret now to verify deliveries. It is not shown again.');
      },
    );
}

function registerDeliveries(webhooks: Command): void {
  addCommand(webhooks, 'test <webhook>', {
    summary: 'Send a test delivery and show its result',
    examples: ['webhooks test ours'],
  }).action(async (reference: string, { json }: CommonOptions) => {
    const drover = createClient();
    const { _id } = await selectWebhook(drover, reference);
    const sent = await drover.webhooks.sendTest(_id);
    await reportDelivery(drover, { webhookId: _id, deliveryId: sent._id, json });
  });
  addCommand(webhooks, 'deliveries <webhook>', {
    summary: 'List the deliveries of a webhook, newest first',
    examples: ['webhooks deliveries ours', 'webhooks deliveries ours --state failed --json'],
    isQuery: true,
  })
    .addOption(new Option('--state <state>', 'Only deliveries in this state').choices(deliveryStates))
    .option('--limit <number>', 'Maximum number of deliveries', parseCount, 100)
    .action(async (reference: string, { json, state, limit }: DeliveriesOptions) => {
      const drover = createClient();
      const { _id } = await selectWebhook(drover, reference);
      const filter = { state, limit: Math.min(limit, 1000) };
      const page = await takeItems(drover.webhooks.iterateDeliveries(_id, filter), limit);
      if (json) printJson(page);
      else printTable(page.items, deliveryColumns, state ? 'No deliveries match.' : 'No deliveries yet.');
    });
  addCommand(webhooks, 'resend <webhook> <delivery-id>', {
    summary: 'Resend a delivery and show its result',
    examples: ['webhooks resend ours 65f1c0ffee65f1c0ffee65f1'],
  }).action(async (reference: string, deliveryId: string, { json }: CommonOptions) => {
    const drover = createClient();
    const { _id } = await selectWebhook(drover, reference);
    await drover.webhooks.resendDelivery(_id, deliveryId);
    await reportDelivery(drover, { webhookId: _id, deliveryId, json });
  });
}

function registerRotate(webhooks: Command): void {
  addCommand(webhooks, 'rotate <webhook>', {
    summary: 'Replace the secret of a webhook; the old one also signs deliveries for a day',
    examples: ['webhooks rotate ours'],
  }).action(async (reference: string, { json }: CommonOptions) => {
    const drover = createClient();
    const rotated = await drover.webhooks.rotateSecret((await selectWebhook(drover, reference))._id);
    if (json) return printJson(rotated);
    printLine(rotated.secret);
    printNote(
      'Save the secret now. It is not shown again. The old one also signs deliveries for another day.',
    );
  });
}

function registerSwitch(webhooks: Command, { name, isEnabled }: { name: string; isEnabled: boolean }): void {
  addCommand(webhooks, `${name} <webhook>`, {
    summary: isEnabled
      ? 'Enable a webhook; pending deliveries are sent'
      : 'Disable a webhook; pending deliveries are kept',
    examples: [`webhooks ${name} ours`],
  }).action(async (reference: string, { json }: CommonOptions) => {
    const drover = createClient();
    const { _id } = await selectWebhook(drover, reference);
    await drover.webhooks.update(_id, { isEnabled });
    const webhook = await drover.webhooks.get(_id);
    if (json) printJson(webhook);
    else printLine(`${webhook.name ?? webhook.url} is ${name}d.`);
  });
}

function formatState({ isEnabled, disabledReason, failingSince }: Webhook): string {
  if (!isEnabled) return disabledReason ? 'disabled after failures' : 'disabled';
  return failingSince ? `failing since ${formatAge(failingSince)}` : 'enabled';
}

function parseEvents(text: string): CreateWebhook['events'] {
  return text === 'all' ? 'all' : parseWords(text, webhookEventTypes);
}
