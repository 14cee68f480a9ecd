import classes from './navigation.module.css';

const storageKey = 'drover-approvals-link';

/** Remembers whether the navigation has the link to the approvals. */
export function rememberApprovalsLink(isShown: boolean): void {
  if (isShown) localStorage.setItem(storageKey, 'shown');
  else localStorage.removeItem(storageKey);
}

/** Keeps the place of the link until it is loaded, if it was there before, so that nothing moves. */
export function ApprovalsPlace() {
  if (localStorage.getItem(storageKey) === null) return null;
  return (
    <span className={classes.link} aria-hidden>
      {'\u00a0'}
    </span>
  );
}
