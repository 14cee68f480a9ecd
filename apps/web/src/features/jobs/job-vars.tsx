import { isFileReference } from '@drover/contract/input-file-protocol';
import type { Job } from '@drover/sdk';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** The inputs of a job's runs. Renders nothing if it has none. */
export function JobVars({ job }: { job: Pick<Job, 'vars'> }) {
  const { t } = useTranslation('jobs');
  const vars = Object.entries(job.vars);
  if (vars.length === 0) return null;
  return (
    <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
      <Text span c="dimmed" mr="xs">
        {t('inputs')}
      </Text>
      <Text span ff="monospace" size="xs" translate="no">
        {vars.map(([key, value]) => `${key}=${describeValue(value)}`).join('  ')}
      </Text>
    </Text>
  );
}

/** Returns a value as JSON, and a file as its name. */
function describeValue(value: unknown): string {
  return isFileReference(value) && value.name !== undefined ? value.name : JSON.stringify(value);
}
