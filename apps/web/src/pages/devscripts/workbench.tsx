import type { Devscript } from '@drover/sdk';
import { Anchor, Badge, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { ConfigPreview } from '../../features/config-form/config-preview';
import { EditorPane } from '../../features/devscripts/editor-pane';
import { UnsavedChangesGuard } from '../../features/devscripts/unsaved-changes-guard';
import { SchemaPreview } from '../../features/results/schema-preview';
import type { EditorTab, ScriptFiles } from '../../features/devscripts/use-draft';
import { useLanguageClient } from '../../features/devscripts/language/use-language-client';
import { useFileDrop } from '../../features/devscripts/use-file-drop';
import { createProjectFiles, toProjectFiles } from '../../features/projects/new-project';
import { ForRole } from '../../roles/for-role';
import { useHasRole } from '../../roles/use-has-role';
import { PageHeader } from '../../ui/layout/page-header';
import { RunOutput } from './run-output';
import { ConvertToProject } from '../projects/convert-to-project';
import { GitNotice } from '../projects/git-notice';
import { SourceEditor } from '../projects/source-editor';
import { useTypeProblems } from '../projects/use-type-problems';
import { useWorkbench, type WorkbenchInput } from './use-workbench';
import { WorkbenchActions } from './workbench-actions';
import classes from './workbench.module.css';

/** Edit, save and run a script, and read its log, on one page with two keyboard shortcuts. */
export function Workbench(input: WorkbenchInput) {
  const { devscript, devices, project } = input;
  const isEditor = useHasRole()('editor');
  const workbench = useWorkbench(input);
  const { files, isDirty, draft, sources } = workbench;
  const start = useStart();
  const [tab, setTab] = useEditorTab(project ? 'sources' : 'code', start.key);
  const client = useLanguageClient({ files: project && sources.files, items: workbench.config.items });
  const typeProblems = useTypeProblems(client, sources.saved);
  const canUpload = isEditor && !project;
  const openFile = async (file: File | null) => {
    const kind = file && canUpload && (await draft.loadFile(file));
    if (kind) setTab(kind);
  };
  const isDraggingFiles = useFileDrop((file) => void openFile(file));
  return (
    <div className={classes.page} data-full-width data-running={Boolean(workbench.jobId) || undefined}>
      <PageHeader
        title={devscript.name}
        actions={
          <WorkbenchActions
            {...{ devscript, devices, workbench }}
            onFile={canUpload ? (file) => void openFile(file) : undefined}
          />
        }
      >
        <WorkbenchStatus {...{ input, files, isDirty }} />
      </PageHeader>
      <div className={classes.workbench}>
        <EditorPane
          files={files}
          onFilesChange={draft.setFiles}
          tab={tab}
          onTabChange={setTab}
          isReadOnly={!canUpload}
          client={client}
          sources={
            project && (
              <SourceEditor
                key={start.key}
                draft={sources}
                start={start.place}
                isReadOnly={!isEditor}
                {...{ typeProblems, client }}
              />
            )
          }
          line={project ? undefined : start.line}
          isDraggingFiles={isDraggingFiles && canUpload}
        />
        {tab === 'schema' ? (
          <SchemaPreview text={files.schema} />
        ) : (
          <ConfigPreview config={workbench.config} isEditing={tab === 'config'} />
        )}
      </div>
      {workbench.jobId && (
        <RunOutput
          key={workbench.jobId}
          jobId={workbench.jobId}
          editorPage={`/devscripts/${devscript._id}`}
          onClose={workbench.closeOutput}
        />
      )}
      {workbench.confirmation}
      <UnsavedChangesGuard isDirty={isDirty} />
    </div>
  );
}

/** Holds the tab that is open. A link to a line opens the tab that shows it. */
function useEditorTab(first: EditorTab, startKey: string) {
  const [tab, setTab] = useState(first);
  const [shownKey, setShownKey] = useState(startKey);
  if (startKey !== shownKey) {
    setShownKey(startKey);
    setTab(first);
  }
  return [tab, setTab] as const;
}

interface StatusProps {
  input: WorkbenchInput;
  files: ScriptFiles;
  isDirty: boolean;
}

function WorkbenchStatus({ input, files, isDirty }: StatusProps) {
  return (
    <Group gap="md">
      <DevscriptStatus devscript={input.devscript} isDirty={isDirty} />
      <ProjectStatus input={input} files={files} />
    </Group>
  );
}

/** Returns the line that the address names, and its place in a project. The key changes with them. */
function useStart() {
  const [params] = useSearchParams();
  const [file, line] = [params.get('file') ?? undefined, Number(params.get('line')) || undefined];
  return { line, place: file === undefined ? undefined : { path: file, line }, key: `${file}:${line}` };
}

/** Says where a project comes from. A script of one file can become a project. */
function ProjectStatus({ input, files }: { input: WorkbenchInput; files: ScriptFiles }) {
  const { devscript, savedFiles, project } = input;
  if (project) return <GitNotice devscript={devscript} />;
  const isNew = savedFiles.code === '';
  return (
    <ForRole role="editor">
      <ConvertToProject
        devscriptId={devscript._id}
        isNew={isNew}
        createFiles={() => (isNew ? createProjectFiles(files.config) : toProjectFiles(files))}
      />
    </ForRole>
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
