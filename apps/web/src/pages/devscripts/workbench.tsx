import type { Devscript } from '@drover/sdk';
import { Anchor, Badge } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ConfigPreview } from '../../features/config-form/config-preview';
import { EditorPane } from '../../features/devscripts/editor-pane';
import { UnsavedGuard } from '../../features/devscripts/unsaved-guard';
import type { Files } from '../../features/devscripts/use-draft';
import { useFileDrop } from '../../features/devscripts/use-file-drop';
import { PageHeader } from '../../ui/page-header';
import { Output } from './output';
import { useWorkbench, type WorkbenchStart } from './use-workbench';
import { WorkbenchActions } from './workbench-actions';
import classes from './workbench.module.css';

/** Write, save, run, read: one page, and two shortcuts. */
export function Workbench(start: WorkbenchStart) {
  const { devscript, devices } = start;
  const bench = useWorkbench(start);
  const { files, setFiles, isDirty, load } = bench.draft;
  const [tab, setTab] = useState<keyof Files>('code');
  const take = async (file: File | null) => {
    const kind = file && (await load(file));
    if (kind) setTab(kind);
  };
  const isDropping = useFileDrop((file) => void take(file));
  return (
    <div className={classes.page} data-running={Boolean(bench.jobId) || undefined}>
      <PageHeader
        title={devscript.name}
        actions={<WorkbenchActions {...{ devscript, devices, bench }} onFile={(file) => void take(file)} />}
      >
        <Standing devscript={devscript} isDirty={isDirty} />
      </PageHeader>
      <div className={classes.bench}>
        <EditorPane files={files} onFiles={setFiles} tab={tab} onTab={setTab} isDropping={isDropping} />
        <ConfigPreview config={bench.config} isEditing={tab === 'config'} />
      </div>
      {bench.jobId && <Output key={bench.jobId} jobId={bench.jobId} onClose={bench.forgetJob} />}
      <UnsavedGuard isDirty={isDirty} />
    </div>
  );
}

/** Whether something is not saved, or else where the script stands on its way to others. */
function Standing({ devscript, isDirty }: { devscript: Devscript; isDirty: boolean }) {
  const { t } = useTranslation();
  return (
    <span role="status">
      {isDirty ? (
        <Badge size="sm" variant="light" color="yellow" tt="none" className={classes.unsaved}>
          {t('devscripts.unsaved')}
        </Badge>
      ) : (
        <Anchor component={Link} to={`/devscripts/${devscript._id}/publishing`} size="sm">
          {t(`devscripts.states.${devscript.reviewState}`)} · {t('devscripts.publishing')}
        </Anchor>
      )}
    </span>
  );
}
