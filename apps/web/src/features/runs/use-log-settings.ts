import { useState } from 'react';

/** How this browser shows logs. */
export interface LogSettings {
  hasTimestamps: boolean;
  /** Whether long lines wrap. */
  isWrapped: boolean;
}

const storageKey = 'drover-log';
const defaults: LogSettings = { hasTimestamps: false, isWrapped: true };

/** The settings of logs, stored in this browser. */
export function useLogSettings(): [LogSettings, (change: Partial<LogSettings>) => void] {
  const [settings, setSettings] = useState(readSettings);
  const change = (changes: Partial<LogSettings>) => {
    const next = { ...settings, ...changes };
    localStorage.setItem(storageKey, JSON.stringify(next));
    setSettings(next);
  };
  return [settings, change];
}

function readSettings(): LogSettings {
  try {
    return { ...defaults, ...(JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Partial<LogSettings>) };
  } catch {
    return defaults;
  }
}
