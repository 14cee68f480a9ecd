import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyableCommand } from '../../ui/display/copy';

const programs = { fromSource: 'npm run agent --', installed: 'drover-agent' };
type Program = keyof typeof programs;

/** The command that connects a device. */
export function AgentCommand({ server, enrolmentKey }: { server: string; enrolmentKey: string }) {
  const { t } = useTranslation('enrolments');
  const [program, setProgram] = useState<Program>('fromSource');
  return (
    <Stack gap="sm" align="stretch">
      <Text size="sm">{t('addText')}</Text>
      <SegmentedControl
        style={{ alignSelf: 'flex-start' }}
        size="xs"
        aria-label={t('command')}
        value={program}
        onChange={(value) => setProgram(value as Program)}
        data={Object.keys(programs).map((value) => ({ value, label: t(`${value as Program}`) }))}
      />
      <CopyableCommand
        // The agent reads the key from standard input: other users of the device can read command lines.
        text={`echo ${enrolmentKey} | ${programs[program]} --server ${server} --key-file -`}
        label={t('command')}
      />
    </Stack>
  );
}
