import { type Device, type Drover, ApiError } from '@drover/sdk';
import type { Installation } from '@drover/test-installation';

/** Names of the records. Texts that a line cannot break are wider than a page. */
const texts = {
  en: {
    device: 'Kitchen 手机',
    preset: 'A preset with a long name for the workshop',
    group: 'Workshop',
    schedule: 'Every morning in the workshop before it opens',
    failing: 'A script with a long name that fails',
    project: 'A project with a long name for the shop',
    review: 'A script in review with a long name',
    listing: 'Greeter',
    key: 'A key with a long name for the whole workshop',
    colleague: 'A colleague with a long name from the workshop',
    webhook: 'A webhook with a long name for the chat',
    repository: 'shop-scripts-with-a-long-name',
    price: 'price',
    text: 'text',
    cause: `no camera found ${'wide'.repeat(60)}`,
    wide: 'wide'.repeat(60),
  },
  zh: {
    device: '厨房的手机',
    preset: '给车间用的名字很长的预设',
    group: '车间',
    schedule: '每天早上车间开门之前',
    failing: '名字很长的失败的脚本',
    project: '商店的名字很长的项目',
    review: '审核中的名字很长的脚本',
    listing: '早安问候',
    key: '给整个车间用的名字很长的密钥',
    colleague: '车间里名字很长的同事',
    webhook: '发到聊天群的名字很长的通知',
    repository: '商店脚本',
    price: '价格',
    text: '说明',
    cause: '没有摄像头'.repeat(40),
    wide: '很长'.repeat(120),
  },
};
type Texts = (typeof texts)[keyof typeof texts];

/** Fills an installation with a device and records of each kind, long texts among them. Returns the addresses of the console's pages. */
export async function fillPages(
  installation: Installation,
  language: keyof typeof texts = 'en',
): Promise<string[]> {
  const names = texts[language];
  const { device } = await installation.startAgent(names.device);
  const addresses = [
    ...(await fillScripts(installation, { device, names })),
    ...(await fillPublishing(installation.drover, names)),
    ...(await fillSettings(installation.drover, names)),
    ...(await fillApprovals(installation.drover, { device, names })),
  ];
  return ['/', '/inbox', ...addresses, ...openPages, '/no-such-page'];
}

/** Pages for people who are not signed in. */
const openPages = ['/device', '/enrol/K7MP4X', '/forgot-password', '/reset-password#hmr_unknown'];

async function fillScripts(installation: Installation, { device, names }: { device: Device; names: Texts }) {
  const { drover } = installation;
  const code = `console.log("hello"); drover.progress(1, "1/1"); drover.result({ ${names.price}: 1.5, ${names.text}: "${names.wide}" });`;
  const run = await installation.run(device, code, ['succeeded']);
  const failed = await fail(installation, { device, names });
  const scriptId = run.scriptId ?? '';
  const job = { scriptId, devices: [{ _id: device._id }] };
  const preset = await drover.presets.create({ ...job, name: names.preset });
  await drover.jobs.wait((await drover.presets.run(preset._id))._id);
  const when = { cron: '0 3 * * *', timeZone: 'Europe/Berlin' };
  const schedule = await drover.schedules.create({ name: names.schedule, when, job });
  await drover.jobs.wait((await drover.schedules.run(schedule._id))._id);
  await drover.deviceGroups.create({ name: names.group, devices: [device._id] });
  await drover.messages.send({ text: `| a | b |\n|---|---|\n| ${names.wide} | x |` });
  await drover.stores.updateEntry('account', '锁:'.repeat(80), { value: { [names.text]: names.wide } });
  return [
    ...['/devices', '/devices/groups', `/devices/${device._id}`],
    ...['/devscripts', `/devscripts/${scriptId}`, `/devscripts/${scriptId}/publishing`],
    ...[`/devscripts/${scriptId}/revisions`, `/devscripts/${await createProject(drover, names)}`],
    ...['/presets', `/presets/${preset._id}`, '/schedules', `/schedules/${schedule._id}`],
    ...['/stores', '/stores/account', `/stores/${device._id}?kind=device`],
    ...['/failures', '/statistics', '/results', '/jobs', `/jobs/${run.jobId}`, `/jobs/${failed.jobId}`],
    ...['/runs', `/runs/${run._id}`, `/runs/${failed._id}`],
  ];
}

async function fail(installation: Installation, { device, names }: { device: Device; names: Texts }) {
  const { devscripts } = installation.drover;
  const { _id } = await devscripts.create({ name: names.failing });
  await devscripts.uploadFiles(_id, { code: `throw new Error("${names.cause}")` });
  const { jobId } = await devscripts.run(_id, { devices: [device] });
  return installation.waitForRun(jobId, ['failed']);
}

async function createProject({ devscripts }: Drover, { project }: Texts): Promise<string> {
  const { _id } = await devscripts.create({ name: project });
  const files = [
    { path: 'drover.json', text: '{ "entry": "src/main.js" }' },
    { path: 'src/main.js', text: 'console.log(1);' },
  ];
  await devscripts.uploadProject(_id, { files, code: 'console.log(1);' });
  return _id;
}

/** A published script, of which the workspace has a copy, and one in review. */
async function fillPublishing({ devscripts, reviews, listings }: Drover, names: Texts): Promise<string[]> {
  const submit = async (name: string) => {
    const { _id } = await devscripts.create({ name });
    await devscripts.uploadFiles(_id, { code: 'console.log(1)' });
    await devscripts.setPricing(_id, { plan: 'free' });
    await devscripts.submitReview(_id);
    return _id;
  };
  const published = await submit(names.listing);
  await reviews.update(published, { decision: 'approve' });
  const { slug } = await devscripts.publish(published);
  const copy = await listings.addToLibrary(slug);
  return [
    ...['/library', `/library/${copy._id}`, '/listings', `/listings/${slug}`],
    ...[`/devscripts/${published}/publishing`, '/reviews', `/reviews/${await submit(names.review)}`],
  ];
}

async function fillSettings(drover: Drover, names: Texts): Promise<string[]> {
  await drover.enrolmentKeys.create({ name: names.key, maxUses: 500 });
  await drover.secrets.update('SHOP_PASSWORD', { value: 'correct horse battery' });
  const invitation = await drover.invitations.create({ role: 'operator', name: names.colleague });
  const events = ['job.finished' as const];
  const url = 'http://127.0.0.1:1/hook';
  const webhook = await drover.webhooks.create({ name: names.webhook, url, events });
  const git = { name: names.repository, url: 'http://127.0.0.1:1/shop.git' };
  const repository = await drover.repositories.create(git);
  return [
    ...['account', 'people', 'approvals', 'tokens', 'notifications', 'agent-updates', 'enrolment-keys'],
    ...['secrets', 'input-files', 'repositories', `repositories/${repository._id}`],
    ...['webhooks', `webhooks/${webhook._id}`, 'audit'],
  ]
    .map((page) => `/settings/${page}`)
    .concat(`/join#${invitation.token}`);
}

/** A change that another member has to approve. */
async function fillApprovals(
  { approvals, schedules, devscripts }: Drover,
  { device, names }: { device: Device; names: Texts },
): Promise<string[]> {
  await approvals.updateRules({ schedules: true });
  const { items } = await devscripts.list();
  const job = { scriptId: items[0]._id, devices: [{ _id: device._id }] };
  const when = { cron: '0 4 * * *', timeZone: 'UTC' };
  const error: unknown = await schedules
    .create({ name: names.group, when, job })
    .catch((cause: unknown) => cause);
  if (!(error instanceof ApiError))
    throw new Error('The schedule should need an approval.', { cause: error });
  await approvals.updateRules({ schedules: false });
  const [approval] = (await approvals.list()).items;
  return ['/approvals', `/approvals/${approval._id}`];
}
