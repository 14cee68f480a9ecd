import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from './breadcrumbs.module.css';

interface Props {
  /** The pages above this one, the outermost first. */
  pages: { to: string; label: string }[];
}

/** Links to the pages above this one. */
export function Breadcrumbs({ pages }: Props) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('breadcrumbs')} className={classes.path}>
      {pages.map(({ to, label }, index) => (
        <Fragment key={to}>
          {index > 0 && <span aria-hidden>/</span>}
          <Link to={to} className={classes.page}>
            {label}
          </Link>
        </Fragment>
      ))}
    </nav>
  );
}
