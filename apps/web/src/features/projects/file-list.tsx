import { useTranslation } from 'react-i18next';
import classes from './project-files.module.css';
import { toFolder, type Folder } from './file-tree';

interface Props {
  paths: readonly string[];
  selected: string | undefined;
  onSelect: (path: string) => void;
  /** Paths that are marked, such as changed ones, with what is said about them. */
  marks?: ReadonlyMap<string, string>;
}

/** The files of a project in their folders. */
export function FileList({ paths, ...rest }: Props) {
  const { t } = useTranslation('projects');
  return (
    <nav aria-label={t('sourceFiles')} className={classes.tree} translate="no">
      <Entries folder={toFolder(paths)} {...rest} />
    </nav>
  );
}

function Entries({ folder, ...rest }: { folder: Folder } & Omit<Props, 'paths'>) {
  const { selected, onSelect, marks } = rest;
  return (
    <ul className={classes.entries}>
      {folder.folders.map((each) => (
        <li key={each.path}>
          <details open>
            <summary className={classes.folder}>{each.name}</summary>
            <Entries folder={each} {...rest} />
          </details>
        </li>
      ))}
      {folder.files.map(({ name, path }) => (
        <li key={path}>
          <button
            type="button"
            className={classes.file}
            aria-current={path === selected || undefined}
            onClick={() => onSelect(path)}
            title={path}
          >
            <span className={classes.name}>{name}</span>
            {marks?.has(path) && <span className={classes.mark}>{marks.get(path)}</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}
