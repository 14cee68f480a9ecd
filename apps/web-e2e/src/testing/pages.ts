import type { Installation } from '@drover/test-installation';

/** Fills an installation with a device, a finished run and long texts. Returns the addresses of the console's pages. */
export async function fillPages(installation: Installation): Promise<string[]> {
  const { drover } = installation;
  const { device } = await installation.startAgent('Kitchen 手机');
  const run = await installation.run(
    device,
    'console.log("hello"); drover.progress(1, "done"); drover.result({ price: 1.5, text: "wide".repeat(60) });',
    ['succeeded'],
  );
  const preset = await drover.presets.create({
    name: 'A preset with a long name for the workshop',
    scriptId: run.scriptId ?? '',
    devices: [{ _id: device._id }],
  });
  await drover.jobs.wait((await drover.presets.run(preset._id))._id);
  await drover.deviceGroups.create({ name: 'Workshop', devices: [device._id] });
  await drover.messages.send({ text: `A table\n\n| a | b |\n|---|---|\n| ${'wide'.repeat(60)} | x |` });
  await drover.stores.updateEntry('account', '锁:'.repeat(80), { value: { wide: 'wide'.repeat(60) } });
  await drover.enrolmentKeys.create({ name: 'A key with a long name for the whole workshop', maxUses: 500 });
  const note = 'A colleague with a long name from the workshop';
  const invitation = await drover.invitations.create({ role: 'operator', name: note });
  return [
    '/',
    ...['/devices', '/devices/groups', `/devices/${device._id}`],
    ...[
      '/devscripts',
      `/devscripts/${run.scriptId}`,
      `/devscripts/${run.scriptId}/publishing`,
      `/devscripts/${run.scriptId}/revisions`,
    ],
    ...[
      '/presets',
      `/presets/${preset._id}`,
      '/schedules',
      '/stores',
      '/stores/account',
      `/stores/${device._id}?kind=device`,
      '/library',
      '/listings',
      '/reviews',
      '/failures',
      '/statistics',
    ],
    ...['/runs', '/results', '/jobs', `/jobs/${run.jobId}`, `/runs/${run._id}`],
    '/inbox',
    '/approvals',
    ...[
      'account',
      'people',
      'approvals',
      'tokens',
      'notifications',
      'agent-updates',
      'enrolment-keys',
      'secrets',
      'input-files',
      'audit',
    ].map((name) => `/settings/${name}`),
    `/join#${invitation.token}`,
    ...['/device', '/forgot-password', '/reset-password#hmr_unknown'],
    '/no-such-page',
  ];
}
