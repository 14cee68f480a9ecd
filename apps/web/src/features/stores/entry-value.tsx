import classes from './value.module.css';

/** A value as indented JSON. */
export function EntryValue({ value, label }: { value: unknown; label: string }) {
  return (
    <pre className={classes.text} tabIndex={0} role="group" aria-label={label} dir="auto">
      {JSON.stringify(value, null, 2)}
    </pre>
  );
}
