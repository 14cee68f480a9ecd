import type { Trigger } from '@drover/sdk';
import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

/** Who or what started a job, with a link to its page. */
export function TriggerLink({ trigger, className }: { trigger: Trigger | null; className?: string }) {
  const { t } = useTranslation('job-results');
  if (!trigger) return <span>–</span>;
  const { kind, name } = trigger;
  const text = t(`triggers.${kind}`, { name: name ?? t('deleted') });
  const page = name === null ? null : getPage(trigger);
  if (!page) return <span title={text}>{text}</span>;
  return (
    <Anchor component={Link} to={page} className={className} inherit title={text}>
      {text}
    </Anchor>
  );
}

function getPage({ kind, id }: Trigger): string | null {
  if (kind === 'schedule') return `/schedules/${id}`;
  if (kind === 'rerun') return `/jobs/${id}`;
  if (kind === 'preset') return `/presets/${id}`;
  if (kind === 'automatic') return '/settings/agent-updates';
  return kind === 'token' ? '/settings/tokens' : null;
}
