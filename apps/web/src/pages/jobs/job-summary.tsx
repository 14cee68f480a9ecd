import type { Job } from '@drover/sdk';
import { Anchor, Group } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { scriptPageOf } from '../../lib/script-page';
import { TriggerLink } from '../../features/jobs/trigger-link';
import { formatDuration } from '../../lib/time';
import { RelativeTime } from '../../ui/display/relative-time';

/** What a job runs, since when, and who or what started it. */
export function JobSummary({ job }: { job: Job }) {
  const { t, i18n } = useTranslation(['jobs', 'rollouts']);
  const { kind, version, revision, createdAt, rerunOf, timeout, trigger } = job;
  const page = scriptPageOf(job);
  const facts: ReactNode[] = [
    page ? (
      <Anchor component={Link} to={page} inherit>
        {t(`kinds.${kind}`)}
      </Anchor>
    ) : (
      t(`kinds.${kind}`)
    ),
    version,
    page && revision !== null && (
      <Anchor component={Link} to={`${page}/revisions?revision=${revision}`} inherit>
        {t('revision', { number: revision })}
      </Anchor>
    ),
    <RelativeTime key="at" at={createdAt} />,
    rerunOf ? (
      <Anchor component={Link} to={`/jobs/${rerunOf}`} inherit>
        {t('rollouts:rerunOf', { job: rerunOf })}
      </Anchor>
    ) : (
      trigger && <TriggerLink trigger={trigger} />
    ),
    timeout && t('timeLimit', { time: formatDuration(timeout * 1000, i18n.language) }),
  ];
  return (
    <Group gap="xs" component="span">
      {facts.filter(Boolean).map((fact, index) => (
        <Fragment key={index}>
          {index > 0 && <span aria-hidden>·</span>}
          <span>{fact}</span>
        </Fragment>
      ))}
    </Group>
  );
}
