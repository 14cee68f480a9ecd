import { Button, FileButton, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { useHasRole } from '../../roles/use-has-role';
import { useErrorNotification } from '../../ui/feedback/use-error-notification';
import { Section } from '../../ui/layout/section';
import { ImportDialog } from './import-dialog';

/** Exports the workspace as an archive, and imports one. */
export function ArchiveSection() {
  const { t } = useTranslation('archives');
  const hasRole = useHasRole();
  const notify = useErrorNotification();
  const [archive, setArchive] = useState<File | null>(null);
  const plan = useMutation({
    mutationFn: (file: File) => drover.archives.import({ archive: file, dryRun: true }),
    onError: notify,
  });
  const reset = useRef<() => void>(null);
  const open = (file: File | null) => {
    if (!file) return;
    // So that the same file can be chosen again.
    reset.current?.();
    setArchive(file);
    plan.mutate(file);
  };
  if (!hasRole('editor')) return null;
  return (
    <Section title={t('title')}>
      <Text size="sm" c="dimmed" mb="md">
        {t('text')}
      </Text>
      <Group gap="xs">
        <Button component="a" href="/v1/export" download variant="default">
          {t('export')}
        </Button>
        {hasRole('admin') && (
          <FileButton
            onChange={open}
            resetRef={reset}
            accept=".zip"
            inputProps={{ 'aria-label': t('import') }}
          >
            {(props) => (
              <Button {...props} variant="default" disabled={plan.isPending}>
                {plan.isPending ? t('reading') : t('import')}
              </Button>
            )}
          </FileButton>
        )}
      </Group>
      {archive && plan.data && <ImportDialog archive={archive} plan={plan.data} onClose={plan.reset} />}
    </Section>
  );
}
