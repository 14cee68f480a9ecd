import { isOutdated } from '@drover/contract/app-version';
import type { Device } from '@drover/sdk';
import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** The version of the agent, marked if the server has a newer one. */
export function AgentVersion({ device }: { device: Pick<Device, 'appVersion' | 'platform'> }) {
  const { t } = useTranslation('devices');
  return (
    <>
      {device.appVersion}
      {isOutdated(device) && (
        <Badge ml={6} size="sm" variant="light" color="yellow" c="var(--mantine-color-text)" tt="none">
          {t('outdated')}
        </Badge>
      )}
    </>
  );
}
