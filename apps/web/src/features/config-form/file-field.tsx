import { isFileReference } from '@drover/contract/input-file-protocol';
import { Button, CloseButton, FileButton, Group, Input, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { useErrorNotification } from '../../ui/feedback/use-error-notification';
import { type FieldProps, getLabels } from './field-props';
import { RequiredMark } from './required-mark';

/** Chooses a file and uploads it. The value refers to the content. */
export function FileField({ item, value, onChange, error }: FieldProps) {
  const { t } = useTranslation('run-dialog');
  const { label, withAsterisk, ...labels } = getLabels(item, error);
  const { upload, clear, progress } = useUpload(onChange);
  const isUploading = progress !== undefined;
  const name = nameOf(value);
  return (
    <Input.Wrapper
      {...labels}
      error={isUploading ? undefined : error}
      label={
        <>
          {label}
          {withAsterisk && <RequiredMark />}
        </>
      }
      labelElement="div"
    >
      <Group gap="xs" mt={6} wrap="nowrap">
        <FileButton
          onChange={(file) => file && void upload(file)}
          inputProps={{ 'aria-label': t('file.chooseFor', { label }) }}
        >
          {(props) => (
            <Button {...props} size="xs" variant="default" style={{ flexShrink: 0 }}>
              {t('file.choose')}
            </Button>
          )}
        </FileButton>
        {name !== undefined && (
          <Text size="sm" truncate translate="no">
            {name}
          </Text>
        )}
        {isUploading && (
          <Text size="sm" c="dimmed" role="status" style={{ whiteSpace: 'nowrap' }}>
            {t('file.uploading', { percent: Math.floor(progress * 100) })}
          </Text>
        )}
        {name !== undefined && (
          <CloseButton size="sm" aria-label={t('file.clear', { label })} onClick={clear} />
        )}
      </Group>
    </Input.Wrapper>
  );
}

/** Uploads one file at a time. The value is no valid reference until its upload has ended. */
function useUpload(onChange: (value: unknown) => void) {
  const notify = useErrorNotification();
  const [progress, setProgress] = useState<number>();
  const current = useRef<AbortController>(undefined);
  // Other fields may change during the upload, so the callback of this render would undo that.
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => () => current.current?.abort(), []);

  const clear = () => {
    current.current?.abort();
    setProgress(undefined);
    onChange(undefined);
  };
  const upload = async (file: File) => {
    current.current?.abort();
    const { signal } = (current.current = new AbortController());
    setProgress(0);
    onChange({ $file: '', name: file.name });
    try {
      const reference = await drover.inputFiles.upload(file, { signal, onProgress: setProgress });
      if (!signal.aborted) latest.current(reference);
    } catch (failure) {
      if (signal.aborted) return;
      latest.current(undefined);
      notify(failure);
    }
    if (!signal.aborted) setProgress(undefined);
  };
  return { upload, clear, progress };
}

function nameOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { name, $file } = value as { name?: unknown; $file?: unknown };
  if (typeof name === 'string') return name;
  return isFileReference(value) ? String($file).slice(0, 12) : undefined;
}
