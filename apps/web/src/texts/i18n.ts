import i18next, { type BackendModule, type ResourceKey } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { texts as accounts } from './en/accounts';
import { texts as app } from './en/app';
import { texts as common } from './en/common';
import { texts as errors } from './en/errors';
import { texts as home } from './en/home';
import { texts as jobs } from './en/jobs';
import { texts as reasons } from './en/reasons';
import { texts as runs } from './en/runs';
import type { Namespace } from './resources';

/** Languages of the console, each by its own name. */
export const LANGUAGES = { en: 'English', zh: '简体中文' } as const;
export type Language = keyof typeof LANGUAGES;

const storageKey = 'drover-language';

/** The namespaces of the first page. Their English texts are part of the start bundle. */
const startNamespaces = { accounts, app, common, errors, home, jobs, reasons, runs };

/** Fetches one namespace in one language. Vite makes a chunk of each file. */
const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, callback) => {
    import(`./${language}/${namespace}.ts`).then(
      ({ texts }: { texts: ResourceKey }) => callback(null, texts),
      (error: Error) => callback(error, false),
    );
  },
};

let started: Promise<void> | undefined;

/** Initialises i18next once, in the stored language or else in the browser's. */
export function startTexts(): Promise<void> {
  return (started ??= start());
}

async function start(): Promise<void> {
  const language = storedLanguage() ?? browserLanguage();
  const namespaces = Object.keys(startNamespaces);
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: language,
      // Every language has every key, which the compiler checks.
      fallbackLng: false,
      ns: namespaces,
      defaultNS: 'common',
      resources: { en: startNamespaces },
      partialBundledLanguages: true,
      interpolation: { escapeValue: false },
    });
  requireLoaded(language, namespaces);
  setDocumentLanguage(language);
}

/** Loads the texts of a page together with the page, so that it neither suspends nor shows keys. */
export async function loadTexts(...namespaces: Namespace[]): Promise<void> {
  // The router loads the first page before main.tsx has initialised i18next.
  await startTexts();
  await i18next.loadNamespaces(namespaces);
  const missing = namespaces.filter((namespace) => !i18next.hasResourceBundle(i18next.language, namespace));
  // i18next never fetches again by itself what could not be fetched once.
  if (missing.length > 0) await i18next.reloadResources(i18next.language, missing);
  requireLoaded(i18next.language, namespaces);
}

/** Changes the language and stores the choice. */
export async function setLanguage(language: Language): Promise<void> {
  await i18next.loadLanguages(language);
  requireLoaded(language, i18next.options.ns as string[]);
  await i18next.changeLanguage(language);
  setDocumentLanguage(language);
  localStorage.setItem(storageKey, language);
}

/** Throws if a namespace could not be fetched: i18next would show keys instead. */
function requireLoaded(language: string, namespaces: readonly string[]): void {
  const missing = namespaces.find((namespace) => !i18next.hasResourceBundle(language, namespace));
  if (missing) throw new Error(`Could not load the texts of "${missing}" (${language}).`);
}

function setDocumentLanguage(language: Language): void {
  document.documentElement.lang = language === 'zh' ? 'zh-Hans' : language;
}

function storedLanguage(): Language | undefined {
  return toLanguage(localStorage.getItem(storageKey));
}

function browserLanguage(): Language {
  for (const tag of navigator.languages) {
    const language = toLanguage(tag.split('-')[0]);
    if (language) return language;
  }
  return 'en';
}

function toLanguage(name: string | null | undefined): Language | undefined {
  return Object.keys(LANGUAGES).find((language): language is Language => language === name);
}
