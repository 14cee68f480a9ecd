import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PlusIcon } from '../../ui/icons';

const AddDeviceDialog = lazy(async () => ({
  default: (await import('./add-device-dialog')).AddDeviceDialog,
}));

/** Opens the door for one more device. */
export function AddDevice() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button leftSection={<PlusIcon size={16} />} onClick={() => setOpen(true)}>
        {t('enrolments.add')}
      </Button>
      {isOpen && (
        <Suspense>
          <AddDeviceDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
