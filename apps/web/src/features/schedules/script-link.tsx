import type { ScheduleSummary } from '@drover/sdk';
import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { aboveLinkClass } from '../../ui/lists/virtual-table';

type Props = Pick<ScheduleSummary, 'job' | 'scriptName' | 'scriptKind'>;

/** What a schedule runs: a link to its script, or that it is code. */
export function ScriptLink({ job: { scriptId }, scriptName, scriptKind }: Props) {
  const { t } = useTranslation('schedules');
  if (scriptId === undefined) return t('code');
  if (scriptKind === null) return t('scriptGone');
  const page = scriptKind === 'devscript' ? 'devscripts' : 'library';
  return (
    <Anchor component={Link} to={`/${page}/${scriptId}`} inherit className={aboveLinkClass}>
      {scriptName}
    </Anchor>
  );
}
