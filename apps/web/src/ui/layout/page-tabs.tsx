import { NavLink } from 'react-router';
import classes from './page-tabs.module.css';

interface Props {
  label: string;
  tabs: { to: string; label: string }[];
}

/** Links between related pages, as tabs. */
export function PageTabs({ label, tabs }: Props) {
  return (
    <nav className={classes.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <NavLink key={tab.to} to={tab.to} end className={classes.tab}>
          {tab.label}
        </NavLink>
      ))}
    </nav>
  );
}
