import type { Project } from '@drover/sdk';
import { useState } from 'react';
import { ProjectFiles, type Place } from '../../features/projects/project-files';
import { findFile, SourceText } from './source-text';

interface Props {
  files: Project['files'];
  /** What to show first. */
  start?: Place;
}

/** The source files of a project, read-only. */
export function SourceFiles({ files, start }: Props) {
  const [place, setPlace] = useState(start);
  const file = findFile(files, place);
  if (!file) return null;
  return (
    <ProjectFiles files={files} place={{ ...place, path: file.path }} onPlaceChange={setPlace}>
      <SourceText file={file} place={place} />
    </ProjectFiles>
  );
}
