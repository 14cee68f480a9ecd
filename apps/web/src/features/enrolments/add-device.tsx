import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogButton } from '../../ui/dialogs/dialog-button';

const AddDeviceDialog = lazy(async () => ({
  default: (await import('./add-device-dialog')).AddDeviceDialog,
}));

/** A button that opens the dialog to add a device. */
export function AddDevice() {
  const { t } = useTranslation('enrolments');
  return <DialogButton label={t('add')}>{(close) => <AddDeviceDialog onClose={close} />}</DialogButton>;
}
