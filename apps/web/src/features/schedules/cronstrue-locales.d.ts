/** Adds the Chinese texts to the library. It has no types of its own. */
declare module 'cronstrue/locales/zh_CN';
