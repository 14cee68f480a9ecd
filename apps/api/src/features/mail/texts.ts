import { en } from './texts.en';
import { zh } from './texts.zh';
import type { MailTexts } from './text-types';

const texts: Record<string, MailTexts> = { en, zh };

/** Languages of emails. The first one is the default. */
export const MAIL_LANGUAGES = Object.keys(texts);

export function mailTexts(language: string | null): MailTexts {
  return texts[language ?? ''] ?? en;
}
