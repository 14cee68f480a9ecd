/** Replaces the parameters in a route's path by their encoded values: `/v1/devices/:deviceId`. */
export function fillPath(template: string, params: Record<string, string> = {}): string {
  return template.replace(/:(\w+)/g, (_, name: string) => encodeSegment(params[name]));
}

/** Rejects an empty or dotted segment, which would address another route. */
function encodeSegment(param: string | undefined): string {
  if (!param || param === '.' || param === '..') throw new TypeError(`"${param}" is not an ID.`);
  return encodeURIComponent(param);
}

/** Builds a query string without the parameters that are undefined. */
export function queryString(query: object = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) params.set(name, String(value));
  return params.size > 0 ? `?${params.toString()}` : '';
}
