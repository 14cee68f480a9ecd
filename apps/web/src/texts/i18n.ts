import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { areas, type Area } from './areas';
import { en } from './en';
import type { Words } from './words';

/** Languages of the console, by the names that their readers know. */
export const LANGUAGES = { en: 'English', zh: '简体中文' } as const;
export type Language = keyof typeof LANGUAGES;

const storageKey = 'drover-language';

/** What is not needed is not fetched: English is part of the program, other languages come when they are chosen. */
const others: Record<Exclude<Language, 'en'>, () => Promise<Words<typeof en>>> = {
  zh: async () => (await import('./zh')).zh,
};

/** Areas whose pages were opened. */
const opened = new Set<Area>();

let started: Promise<void> | undefined;

/** Makes the texts ready, once, in the language that was chosen, or else in the browser's. */
export function startTexts(): Promise<void> {
  return (started ??= start());
}

async function start(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { translation: en } },
    interpolation: { escapeValue: false },
  });
  await setLanguage(chosenLanguage() ?? browserLanguage());
}

/** Changes the language, and remembers it where a person chose it. */
export async function setLanguage(language: Language, isChosen = false): Promise<void> {
  if (language !== 'en' && !i18next.hasResourceBundle(language, 'translation')) {
    i18next.addResourceBundle(language, 'translation', await others[language]());
  }
  await Promise.all([...opened].map((area) => readArea(area, language)));
  await i18next.changeLanguage(language);
  document.documentElement.lang = language === 'zh' ? 'zh-Hans' : language;
  if (isChosen) localStorage.setItem(storageKey, language);
}

/** Fetches the texts of an area in the present language, and from now on in those that are chosen. */
export async function openArea(area: Area): Promise<void> {
  opened.add(area);
  // A page that is opened by its address is fetched before the program has begun.
  await startTexts();
  await readArea(area, isLanguage(i18next.language) ?? 'en');
}

async function readArea(area: Area, language: Language): Promise<void> {
  if (i18next.getResource(language, 'translation', area)) return;
  i18next.addResourceBundle(language, 'translation', { [area]: await areas[area][language]() }, true);
}

function chosenLanguage(): Language | undefined {
  return isLanguage(localStorage.getItem(storageKey));
}

function browserLanguage(): Language {
  for (const tag of navigator.languages) {
    const language = isLanguage(tag.split('-')[0]);
    if (language) return language;
  }
  return 'en';
}

function isLanguage(name: string | null | undefined): Language | undefined {
  return Object.keys(LANGUAGES).find((language): language is Language => language === name);
}
