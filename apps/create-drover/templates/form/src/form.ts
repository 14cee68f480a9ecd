/** The values of form.json. */
export interface Form {
  recipient: string;
  text: string;
  copies: number;
  volume: number;
  priority: string;
  language: string;
  /** A checkbox with options: those that are checked. */
  days: string[];
  isSilent: boolean;
  /** `HH:mm` */
  at: string;
}

/** Reads the values. One that nobody has set is missing, also if the form shows a value. */
export function readForm(env: Readonly<Record<string, unknown>>): Form {
  return {
    recipient: String(env.recipient ?? ''),
    text: String(env.text ?? 'Hello!'),
    copies: Number(env.copies ?? 1),
    volume: Number(env.volume ?? 50),
    priority: String(env.priority ?? 'low'),
    language: String(env.language ?? 'en'),
    days: Array.isArray(env.days) ? env.days.map(String) : ['mon', 'wed'],
    isSilent: Boolean(env.isSilent ?? false),
    at: String(env.at ?? '09:00'),
  };
}
