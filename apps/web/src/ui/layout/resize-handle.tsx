import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import classes from './resize-handle.module.css';

/** Pixels that an arrow key moves the handle by. */
const step = 24;

interface Range {
  min: number;
  max: number;
}

/** The height of a panel, stored in this browser. */
export function useStoredHeight(storageKey: string, initial: number): [number, (height: number) => void] {
  const [height, setHeight] = useState(() => Number(localStorage.getItem(storageKey)) || initial);
  const change = (next: number) => {
    localStorage.setItem(storageKey, String(next));
    setHeight(next);
  };
  return [height, change];
}

interface Props extends Range {
  label: string;
  /** Height of the panel below the handle, in pixels. */
  height: number;
  onChange: (height: number) => void;
}

/** A line above a panel that changes its height, with the pointer or with arrow keys. */
export function ResizeHandle({ label, height, onChange, min, max }: Props) {
  const start = useRef<{ y: number; height: number }>(undefined);
  const change = (next: number) => onChange(Math.round(Math.min(Math.max(next, min), max)));
  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowUp: height + step, ArrowDown: height - step, Home: min, End: max }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    change(next);
  };
  const onPointerDown = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { y: event.clientY, height };
  };
  const onPointerMove = ({ clientY }: PointerEvent) => {
    if (start.current) change(start.current.height + start.current.y - clientY);
  };
  return (
    <div
      className={classes.handle}
      role="separator"
      aria-orientation="horizontal"
      aria-label={label}
      aria-valuenow={height}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => (start.current = undefined)}
      onPointerCancel={() => (start.current = undefined)}
    />
  );
}
