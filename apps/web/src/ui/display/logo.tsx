import classes from './logo.module.css';

/** The logo and the product name. */
export function Logo() {
  return (
    <span className={classes.logo}>
      <svg width="26" height="26" viewBox="0 0 32 32" aria-hidden>
        <rect width="32" height="32" rx="8" fill="#3b5bdb" />
        <path
          d="M9 23V9h6.5a7 7 0 0 1 0 14z"
          fill="none"
          stroke="#fff"
          strokeWidth="3"
          strokeLinejoin="round"
        />
        <circle cx="23.5" cy="9" r="2.5" fill="#8ce99a" />
      </svg>
      Drover
    </span>
  );
}
