import { LIMITS } from '@drover/contract/limits';
import type { Project } from '@drover/sdk';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog';
import { CountedInput } from '../../ui/forms/counted-input';
import { FormDialog } from '../../ui/forms/form-dialog';
import { findPathProblem, removeFile, renameFile, writeFile } from './edit-files';

interface Props {
  files: Project['files'];
  /** Path of the open file. */
  path: string | undefined;
  /** `open` is the path to open next. */
  onChange: (files: Project['files'], open: string | undefined) => void;
}

/** Creates files, and renames and deletes the open one. */
export function FileActions({ files, path, onChange }: Props) {
  const { t } = useTranslation('projects');
  const [dialog, setDialog] = useState<'create' | 'rename' | 'remove'>();
  const close = () => setDialog(undefined);
  const change = (next: Project['files'], open?: string) => {
    onChange(next, open);
    close();
  };
  const button = { size: 'compact-xs', variant: 'default' } as const;
  return (
    <Group gap={4}>
      <Button {...button} onClick={() => setDialog('create')} disabled={files.length >= LIMITS.projectFiles}>
        {t('newFile')}
      </Button>
      {path !== undefined && (
        <>
          <Button {...button} onClick={() => setDialog('rename')}>
            {t('renameFile')}
          </Button>
          <Button {...button} onClick={() => setDialog('remove')} disabled={files.length === 1}>
            {t('removeFile')}
          </Button>
        </>
      )}
      {dialog === 'create' && (
        <PathDialog
          title={t('newFile')}
          files={files}
          start={path?.slice(0, path.lastIndexOf('/') + 1) ?? ''}
          onSubmit={(created) => change(writeFile(files, created, ''), created)}
          onClose={close}
        />
      )}
      {dialog === 'rename' && path !== undefined && (
        <PathDialog
          title={t('renameFile')}
          files={removeFile(files, path)}
          start={path}
          onSubmit={(renamed) => change(renameFile(files, path, renamed), renamed)}
          onClose={close}
        />
      )}
      <ConfirmDialog
        isOpen={dialog === 'remove'}
        title={t('removeTitle', { path })}
        text={t('removeText')}
        action={t('removeFile')}
        onConfirm={() => path !== undefined && change(removeFile(files, path))}
        onClose={close}
      />
    </Group>
  );
}

interface PathDialogProps {
  title: string;
  /** The files whose paths are taken. */
  files: Project['files'];
  start: string;
  onSubmit: (path: string) => void;
  onClose: () => void;
}

/** Asks for the path of a file. */
function PathDialog({ title, files, start, onSubmit, onClose }: PathDialogProps) {
  const { t } = useTranslation('projects');
  const [path, setPath] = useState(start);
  const problem = findPathProblem(files, path);
  return (
    <FormDialog
      title={title}
      action={t('applyPath')}
      size="sm"
      isValid={problem === undefined}
      mutation={{ mutate: () => onSubmit(path), isPending: false, error: null }}
      onClose={onClose}
    >
      <CountedInput
        label={t('path')}
        description={t('pathHelp')}
        value={path}
        onChange={setPath}
        limit={LIMITS.projectPathChars}
        error={path === start || problem === undefined ? undefined : t(problem)}
        data-autofocus
      />
    </FormDialog>
  );
}
