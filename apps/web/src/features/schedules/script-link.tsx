import type { ScheduleSummary } from '@drover/sdk';
import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { scriptPageOf } from '../../lib/script-page';
import { aboveLinkClass } from '../../ui/lists/virtual-table';

type Props = Pick<ScheduleSummary, 'job' | 'scriptName' | 'scriptKind'>;

/** What a schedule runs: a link to its script, or that it is code. */
export function ScriptLink({ job: { scriptId }, scriptName, scriptKind }: Props) {
  const { t } = useTranslation('schedules');
  const page = scriptPageOf({ kind: scriptKind, scriptId: scriptId ?? null });
  if (page === undefined) return t(scriptId === undefined ? 'code' : 'scriptGone');
  return (
    <Anchor component={Link} to={page} inherit className={aboveLinkClass}>
      {scriptName}
    </Anchor>
  );
}
