import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogButton } from '../../ui/dialog-button';

const AddDeviceDialog = lazy(async () => ({
  default: (await import('./add-device-dialog')).AddDeviceDialog,
}));

/** Opens the door for one more device. */
export function AddDevice() {
  const { t } = useTranslation();
  return (
    <DialogButton label={t('enrolments.add')}>{(close) => <AddDeviceDialog onClose={close} />}</DialogButton>
  );
}
