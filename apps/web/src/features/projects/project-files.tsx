import type { Project } from '@drover/sdk';
import { TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchIcon } from '../../ui/display/icons';
import { FileList } from './file-list';
import { FileSearch } from './file-search';
import classes from './project-files.module.css';

/** A file, and a line of it to scroll to. */
export interface Place {
  path: string;
  line?: number;
}

interface Props {
  files: Project['files'];
  place: Place | undefined;
  onPlaceChange: (place: Place) => void;
  /** Paths that are marked, with what is said about them. */
  marks?: ReadonlyMap<string, string>;
  /** Buttons above the tree. */
  actions?: ReactNode;
  /** What is shown below the text. */
  footer?: ReactNode;
  /** The text of the file. */
  children: ReactNode;
}

/** The source files of a project: a tree, a search across them, and the text of one. */
export function ProjectFiles({ files, place, onPlaceChange, marks, ...parts }: Props) {
  const { t } = useTranslation('projects');
  const [search, setSearch] = useState('');
  return (
    <div className={classes.project}>
      <div className={classes.side}>
        <TextInput
          type="search"
          size="xs"
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<SearchIcon size={14} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        {parts.actions}
        {search.trim() === '' ? (
          <FileList
            paths={files.map(({ path }) => path)}
            selected={place?.path}
            onSelect={(path) => onPlaceChange({ path })}
            marks={marks}
          />
        ) : (
          <FileSearch files={files} text={search} onSelect={onPlaceChange} />
        )}
      </div>
      <div className={classes.main}>
        <div className={classes.text}>{parts.children}</div>
        {parts.footer}
      </div>
    </div>
  );
}
