import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { devscriptQueries } from '../../queries/devscripts';
import { scriptQueries } from '../../queries/scripts';

/** Returns the names of the account's scripts and those of its library, by ID. */
export function useScriptNames(): ReadonlyMap<string, string> {
  const [devscripts, scripts] = useQueries({ queries: [devscriptQueries.list(), scriptQueries.list()] });
  return useMemo(() => {
    const all = [...(devscripts.data?.items ?? []), ...(scripts.data?.items ?? [])];
    return new Map(all.map(({ _id, name }) => [_id, name]));
  }, [devscripts.data, scripts.data]);
}
