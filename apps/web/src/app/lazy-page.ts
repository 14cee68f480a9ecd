import type { ComponentType } from 'react';
import { loadTexts } from '../texts/i18n';
import { PageLoadError } from '../texts/lazy-part';
import type { Namespace } from '../texts/resources';

/** Fetches a page and the texts that it shows, in parallel, when the page is opened. */
export const lazyPage =
  <Name extends string>(
    load: () => Promise<Record<Name, ComponentType>>,
    name: Name,
    ...namespaces: Namespace[]
  ) =>
  async () => {
    try {
      const [module] = await Promise.all([load(), loadTexts(...namespaces)]);
      return { Component: module[name] };
    } catch (error) {
      throw new PageLoadError((error as Error).message, { cause: error });
    }
  };
