import { Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { ErrorAlert } from '../../ui/feedback/error-alert';
import { SkeletonRows } from '../../ui/lists/skeleton-rows';
import { EnrolmentInvitation } from './enrolment-invitation';

/** Creates an enrolment key and shows it until a device has registered with it. */
export function AddDeviceDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('enrolments');
  const { mutate, data, isError, error } = useMutation({ mutationFn: () => drover.enrolmentKeys.create() });
  useEffect(() => mutate(), [mutate]);
  return (
    <Modal opened onClose={onClose} title={t('addTitle')} size="lg">
      {!data && !isError && <SkeletonRows rows={3} />}
      {isError && <ErrorAlert error={error} onRetry={() => mutate()} />}
      {data && (
        <EnrolmentInvitation key={data._id} enrolmentKey={data} onNewKey={() => mutate()} onClose={onClose} />
      )}
    </Modal>
  );
}
