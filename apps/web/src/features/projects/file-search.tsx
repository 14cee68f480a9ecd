import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project } from '@drover/sdk';
import classes from './project-files.module.css';
import { searchFiles, type FoundLine } from './search-files';

interface Props {
  files: Project['files'];
  text: string;
  onSelect: (line: FoundLine) => void;
}

/** The lines of all files that contain a text. */
export function FileSearch({ files, text, onSelect }: Props) {
  const { t } = useTranslation('projects');
  const { lines, isCut } = useMemo(() => searchFiles(files, text), [files, text]);
  return (
    <div role="status">
      <Text size="xs" c="dimmed">
        {isCut
          ? t('foundMore', { count: lines.length })
          : lines.length === 0
            ? t('foundNone')
            : t('found', { count: lines.length })}
      </Text>
      <ul className={classes.entries} translate="no">
        {lines.map((found) => (
          <li key={`${found.path}:${found.line}`}>
            <button type="button" className={classes.file} onClick={() => onSelect(found)}>
              <span style={{ minWidth: 0 }}>
                <span className={classes.place}>
                  {found.path}:{found.line}
                </span>
                <span className={classes.found}>{found.text}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
