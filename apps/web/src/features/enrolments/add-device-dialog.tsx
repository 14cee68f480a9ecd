import { Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { Failure } from '../../ui/failure';
import { RowsLoading } from '../../ui/rows-loading';
import { EnrolmentInvitation } from './enrolment-invitation';

/** Makes a key, and shows it until a device has come with it. */
export function AddDeviceDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { mutate, data, isError, error } = useMutation({ mutationFn: () => drover.enrolmentKeys.create() });
  useEffect(() => mutate(), [mutate]);
  return (
    <Modal opened onClose={onClose} title={t('enrolments.addTitle')} size="lg">
      {!data && !isError && <RowsLoading rows={3} />}
      {isError && <Failure error={error} onRetry={() => mutate()} />}
      {data && (
        <EnrolmentInvitation key={data._id} enrolmentKey={data} onAgain={() => mutate()} onClose={onClose} />
      )}
    </Modal>
  );
}
