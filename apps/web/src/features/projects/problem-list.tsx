import { useTranslation } from 'react-i18next';
import type { BuildProblem } from './build/protocol';
import classes from './project-files.module.css';

interface Props {
  problems: BuildProblem[];
  onSelect: (place: { path: string; line?: number }) => void;
}

/** Errors and warnings of a project. Each leads to its line. */
export function ProblemList({ problems, onSelect }: Props) {
  const { t } = useTranslation('projects');
  if (problems.length === 0) return null;
  return (
    <section className={classes.problems} aria-label={t('problems')} tabIndex={0}>
      <ul className={classes.entries}>
        {problems.map(({ path, line, isError, text }, index) => (
          <li key={index} className={classes.problem} data-error={isError || undefined}>
            {path !== undefined && (
              <button type="button" className={classes.link} onClick={() => onSelect({ path, line })}>
                {line === undefined ? path : `${path}:${line}`}
              </button>
            )}
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
