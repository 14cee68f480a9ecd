import type { Job, Run } from '@drover/sdk';
import { Anchor, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { scriptPageOf } from '../../lib/script-page';
import { TriggerLink } from '../../features/jobs/trigger-link';
import { RunStateBadge } from '../../features/runs/run-state-badge';
import { runDetailQueries } from '../../queries/run-details';

/** The state of a run, with links to its job, script and device, to what started it, and to the runs beside it. */
export function RunLinks({ run, job }: { run: Run; job?: Job }) {
  const { t } = useTranslation(['runs', 'run-details', 'jobs']);
  const { data: adjacent } = useQuery(runDetailQueries.adjacent(run._id));
  const page = job && scriptPageOf(job);
  const revision = run.pinned?.revision ?? job?.revision ?? null;
  const links = [
    { to: `/jobs/${run.jobId}`, label: t('job') },
    page && { to: page, label: t('script') },
    page &&
      revision !== null && {
        to: `${page}/revisions?revision=${revision}`,
        label: [t('jobs:revision', { number: revision }), run.pinned?.ref].filter(Boolean).join(' · '),
      },
    { to: `/devices/${run.deviceId}`, label: t('device') },
  ].filter((link) => typeof link === 'object');
  const neighbours = [
    adjacent?.previousId && { to: `/runs/${adjacent.previousId}`, label: t('run-details:previous') },
    adjacent?.nextId && { to: `/runs/${adjacent.nextId}`, label: t('run-details:next') },
  ].filter((link) => typeof link === 'object' && link !== null);
  return (
    <Group gap="xs" component="span" style={{ columnGap: 16 }}>
      <RunStateBadge state={run.state} />
      <PageLinks links={links} />
      {job?.trigger && <TriggerLink trigger={job.trigger} />}
      {/* Last, because they load last. */}
      <PageLinks links={neighbours} />
    </Group>
  );
}

function PageLinks({ links }: { links: { to: string; label: string }[] }) {
  return links.map(({ to, label }) => (
    <Anchor key={to} component={Link} to={to} size="sm">
      {label}
    </Anchor>
  ));
}
