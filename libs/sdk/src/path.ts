/** Builds a path with its parameters encoded: path`/v1/devices/${deviceId}`. */
export function path(parts: TemplateStringsArray, ...params: string[]): string {
  return String.raw({ raw: parts }, ...params.map(encodeSegment));
}

/** An empty or dotted segment would address another route. */
function encodeSegment(param: string): string {
  if (!param || param === '.' || param === '..') throw new TypeError(`"${param}" is not an id.`);
  return encodeURIComponent(param);
}

/** Builds a query string; what is undefined is left out. */
export function queryString(query: object = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) params.set(name, String(value));
  return params.size > 0 ? `?${params.toString()}` : '';
}
