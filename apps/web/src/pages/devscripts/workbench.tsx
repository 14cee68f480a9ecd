import type { Devscript } from '@drover/sdk';
import { Anchor, Badge, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { ConfigPreview } from '../../features/config-form/config-preview';
import { EditorPane } from '../../features/devscripts/editor-pane';
import { UnsavedChangesGuard } from '../../features/devscripts/unsaved-changes-guard';
import type { ScriptFiles } from '../../features/devscripts/use-draft';
import { useFileDrop } from '../../features/devscripts/use-file-drop';
import { isProjectCode } from '../../lib/project-code';
import { useHasRole } from '../../roles/use-has-role';
import { PageHeader } from '../../ui/layout/page-header';
import { RunOutput } from './run-output';
import { useWorkbench, type WorkbenchInput } from './use-workbench';
import { WorkbenchActions } from './workbench-actions';
import classes from './workbench.module.css';

/** Edit, save and run a script, and read its log, on one page with two keyboard shortcuts. */
export function Workbench(input: WorkbenchInput) {
  const { devscript, devices } = input;
  const { t } = useTranslation('devscripts');
  const isEditor = useHasRole()('editor');
  const workbench = useWorkbench(input);
  const { files, setFiles, isDirty, loadFile } = workbench.draft;
  const line = Number(useSearchParams()[0].get('line')) || undefined;
  const [tab, setTab] = useState<keyof ScriptFiles>('code');
  const openFile = async (file: File | null) => {
    const kind = file && (await loadFile(file));
    if (kind) setTab(kind);
  };
  const isDraggingFiles = useFileDrop((file) => void (isEditor && openFile(file)));
  return (
    <div className={classes.page} data-full-width data-running={Boolean(workbench.jobId) || undefined}>
      <PageHeader
        title={devscript.name}
        actions={
          <WorkbenchActions {...{ devscript, devices, workbench }} onFile={(file) => void openFile(file)} />
        }
      >
        <DevscriptStatus devscript={devscript} isDirty={isDirty} />
        {isProjectCode(files.code) && (
          <Text size="sm" c="dimmed">
            {t('builtFromProject')}
          </Text>
        )}
      </PageHeader>
      <div className={classes.workbench}>
        <EditorPane
          files={files}
          onFilesChange={setFiles}
          tab={tab}
          onTabChange={setTab}
          isReadOnly={!isEditor}
          line={line}
          isDraggingFiles={isDraggingFiles}
        />
        <ConfigPreview config={workbench.config} isEditing={tab === 'config'} />
      </div>
      {workbench.jobId && (
        <RunOutput key={workbench.jobId} jobId={workbench.jobId} onClose={workbench.closeOutput} />
      )}
      {workbench.confirmation}
      <UnsavedChangesGuard isDirty={isDirty} />
    </div>
  );
}

/** Shows that there are unsaved changes, or else the publishing state of the script. */
function DevscriptStatus({ devscript, isDirty }: { devscript: Devscript; isDirty: boolean }) {
  const { t } = useTranslation('devscripts');
  return (
    <span role="status">
      {isDirty ? (
        <Badge size="sm" variant="light" color="yellow" tt="none" className={classes.unsaved}>
          {t('unsaved')}
        </Badge>
      ) : (
        <Anchor component={Link} to={`/devscripts/${devscript._id}/publishing`} size="sm">
          {t(`states.${devscript.reviewState}`)} · {t('publishing')}
        </Anchor>
      )}
    </span>
  );
}
