import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyableCommand } from '../../ui/display/copy';

/**
 * Ways to install the agent. The key is in the environment or on standard input: other users of the device can read
 * command lines.
 */
const commands = {
  unix: (server: string, key: string) => `curl -fsSL ${server}/install.sh | DROVER_ENROLMENT_KEY=${key} sh`,
  windows: (server: string, key: string) =>
    `$env:DROVER_ENROLMENT_KEY='${key}'; irm ${server}/install.ps1 | iex`,
  npx: (server: string, key: string) =>
    `echo ${key} | npx --yes ${server}/downloads/drover-agent.tgz --server ${server} --key-file -`,
};
type System = keyof typeof commands;

/** The command that installs the agent on a device and connects it. */
export function AgentCommand({ server, enrolmentKey }: { server: string; enrolmentKey: string }) {
  const { t } = useTranslation('enrolments');
  const [system, setSystem] = useState<System>('unix');
  return (
    <Stack gap="sm" align="stretch">
      <Text size="sm">{t('addText')}</Text>
      <SegmentedControl
        style={{ alignSelf: 'flex-start' }}
        size="xs"
        aria-label={t('system')}
        value={system}
        onChange={(value) => setSystem(value as System)}
        data={Object.keys(commands).map((value) => ({ value, label: t(`systems.${value as System}`) }))}
      />
      <CopyableCommand text={commands[system](server, enrolmentKey)} label={t('command')} />
      <Text size="xs" c="dimmed">
        {t(`needs.${system}`)}
      </Text>
    </Stack>
  );
}
