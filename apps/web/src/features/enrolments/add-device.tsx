import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../texts/lazy-part';
import { DialogButton } from '../../ui/dialogs/dialog-button';

const AddDeviceDialog = lazyPart(() => import('./add-device-dialog'), 'AddDeviceDialog');

/** A button that opens the dialog to add a device. */
export function AddDevice() {
  const { t } = useTranslation('enrolments');
  return <DialogButton label={t('add')}>{(close) => <AddDeviceDialog onClose={close} />}</DialogButton>;
}
