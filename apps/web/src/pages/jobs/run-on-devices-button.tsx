import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ForRole } from '../../roles/for-role';
import { lazyPart } from '../../texts/lazy-part';
import { PlayIcon } from '../../ui/display/icons';

const RunOnDevices = lazyPart(
  () => import('./run-on-devices'),
  'RunOnDevices',
  'run-dialog',
  'device-choice',
);

/** Opens the dialog that runs a script on devices. */
export function RunOnDevicesButton({ deviceIds, size }: { deviceIds: string[]; size?: string }) {
  const { t } = useTranslation('devices');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <ForRole role="operator">
      <Button size={size} leftSection={<PlayIcon size={16} />} onClick={() => setIsOpen(true)}>
        {t('runScript')}
      </Button>
      {isOpen && (
        <Suspense>
          <RunOnDevices deviceIds={deviceIds} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </ForRole>
  );
}
