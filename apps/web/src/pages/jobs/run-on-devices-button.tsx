import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ForRole } from '../../roles/for-role';
import { loadTexts } from '../../texts/i18n';
import { PlayIcon } from '../../ui/display/icons';

const RunOnDevices = lazy(async () => {
  const [module] = await Promise.all([import('./run-on-devices'), loadTexts('run-dialog', 'device-choice')]);
  return { default: module.RunOnDevices };
});

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
