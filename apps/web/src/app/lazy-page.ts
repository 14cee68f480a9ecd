import type { ComponentType } from 'react';
import type { Area } from '../texts/areas';
import { openArea } from '../texts/i18n';

/** Fetches a page when it is opened, together with the texts that it alone has. */
export const page =
  <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name, ...areas: Area[]) =>
  async () => {
    const [module] = await Promise.all([load(), ...areas.map(openArea)]);
    return { Component: module[name] };
  };
