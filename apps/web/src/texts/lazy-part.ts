import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { isReachable } from '../lib/is-reachable';
import { createStore } from '../lib/store';
import { loadTexts } from './i18n';
import type { Namespace } from './resources';

/** A page, a part of it or its texts could not be fetched. */
export class PageLoadError extends Error {}

/** Whether a part of the page waits for a server that does not answer. */
export const waitsForServer = createStore(false);

const retryMs = 2_000;

/**
 * A component that is fetched when it is first shown, with the texts that it shows. While the server does not answer, it
 * waits, so that what was typed into the page is not lost.
 */
export function lazyPart<Name extends string, Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  ...namespaces: Namespace[]
): LazyExoticComponent<ComponentType<Props>> {
  const loadAll = () => Promise.all([load(), loadTexts(...namespaces)]);
  return lazy(async () => {
    const [module] = await loadAll().catch(async () => {
      await untilReachable();
      return loadAll().catch((error: Error) => {
        throw new PageLoadError(error.message, { cause: error });
      });
    });
    return { default: module[name] };
  });
}

/** Resolves once the server answers. */
async function untilReachable(): Promise<void> {
  while (!(await isReachable())) {
    waitsForServer.set(true);
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
  waitsForServer.set(false);
}
