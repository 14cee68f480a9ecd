import { useSearchParams } from 'react-router';

/** Values of a page's filter by name. A name without a value is empty. */
export type UrlFilter<Name extends string> = Record<Name, string>;

/** Returns the filter that the URL contains, and functions to change and clear it. Other parameters stay unchanged. */
export function useUrlFilter<Name extends string>(names: readonly Name[]) {
  const [params, setParams] = useSearchParams();
  const filter = readFilter(params, names);
  const change = (changes: Partial<UrlFilter<Name>>) => {
    // Synchronously, so that a search field does not lose letters that are typed meanwhile.
    const options = { replace: true, preventScrollReset: true, flushSync: true };
    setParams((current) => withFilter(current, changes), options);
  };
  const clear = () => change(readFilter(new URLSearchParams(), names));
  const isActive = names.some((name) => filter[name] !== '');
  return { filter, change, clear, isActive };
}

function readFilter<Name extends string>(params: URLSearchParams, names: readonly Name[]): UrlFilter<Name> {
  const entries = names.map((name) => [name, params.get(name) ?? '']);
  return Object.fromEntries(entries) as UrlFilter<Name>;
}

function withFilter(params: URLSearchParams, changes: Partial<Record<string, string>>): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}
