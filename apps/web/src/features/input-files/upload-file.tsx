import { Button, FileButton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { inputFileQueries } from '../../queries/input-files';
import { useErrorNotification } from '../../ui/feedback/use-error-notification';

/** Uploads a file, so that runs can be given it. */
export function UploadFile() {
  const { t } = useTranslation('input-files');
  const client = useQueryClient();
  const notify = useErrorNotification();
  const [progress, setProgress] = useState(0);
  const upload = useMutation({
    mutationFn: (file: File) => drover.inputFiles.upload(file, { onProgress: setProgress }),
    onMutate: () => setProgress(0),
    onSuccess: (_reference, { name }) => notifications.show({ message: t('uploaded', { name }) }),
    onError: notify,
    onSettled: () => client.invalidateQueries(inputFileQueries.list()),
  });
  return (
    <FileButton onChange={(file) => file && upload.mutate(file)} inputProps={{ 'aria-label': t('upload') }}>
      {(props) => (
        <Button {...props} disabled={upload.isPending}>
          {upload.isPending ? t('uploading', { percent: Math.floor(progress * 100) }) : t('upload')}
        </Button>
      )}
    </FileButton>
  );
}
