import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LanguageClient } from '../../features/devscripts/language/language-client';
import type { BuildProblem } from '../../features/projects/build/protocol';
import { writeFile } from '../../features/projects/edit-files';
import { FileActions } from '../../features/projects/file-actions';
import { ProblemList } from '../../features/projects/problem-list';
import { ProjectFiles, type Place } from '../../features/projects/project-files';
import type { ProjectDraft } from '../../features/projects/use-project-draft';
import { findFile, SourceText } from './source-text';

interface Props {
  draft: ProjectDraft;
  typeProblems: BuildProblem[];
  client?: LanguageClient;
  isReadOnly: boolean;
  /** The file and line that are shown first. */
  start?: Place;
}

/** The editor of the source files of a project. */
export function SourceEditor({ draft, typeProblems, client, isReadOnly, start }: Props) {
  const { t } = useTranslation('projects');
  const { files, setFiles, changes } = draft;
  const [place, setPlace] = useState(start);
  const file = findFile(files, place);
  const marks = useMemo(() => new Map(changes.map(({ path, kind }) => [path, t(kind)])), [changes, t]);
  const path = file?.path;
  return (
    <ProjectFiles
      files={files}
      place={path === undefined ? undefined : { ...place, path }}
      onPlaceChange={setPlace}
      marks={marks}
      actions={
        !isReadOnly && (
          <FileActions
            files={files}
            path={path}
            onChange={(next, open) => {
              setFiles(next);
              setPlace(open === undefined ? undefined : { path: open });
            }}
          />
        )
      }
      footer={<ProblemList problems={[...draft.problems, ...typeProblems]} onSelect={setPlace} />}
    >
      {file && (
        <SourceText
          file={file}
          place={place}
          client={client}
          onChange={
            isReadOnly ? undefined : (text) => setFiles((before) => writeFile(before, file.path, text))
          }
        />
      )}
    </ProjectFiles>
  );
}
