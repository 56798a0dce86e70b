/** The addresses of calls, in the shape of the contract: `{ booking: { one: 'GET /bookings/{id}' } }`. */
export type Routes = { readonly [name: string]: Routes | string };

/** The route of a call, `['booking', 'one']`; undefined where it is not among these. */
export function routeOf(routes: Routes, call: readonly string[]): string | undefined {
  const found = call.reduce<Routes | string | undefined>(
    (part, name) => (typeof part === 'object' ? part[name] : undefined),
    routes,
  );
  return typeof found === 'string' ? found : undefined;
}

/**
 * The request of a call, as oRPC's handler reads it: the fields that the path names are parts of the path, the others are
 * the query of a GET and the JSON of every other method. A query has no lists and objects (request-of-call.test.ts).
 */
export function requestOfCall(route: string, input: unknown): { method: string; path: string; body?: string } {
  const [method = '', template = ''] = route.split(' ');
  const fields = new Map(Object.entries(input ?? {}));
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(fields.get(name));
    fields.delete(name);
    return encodeURIComponent(value);
  });
  if (method === 'GET') {
    const query = new URLSearchParams();
    for (const [name, value] of fields) if (value !== undefined) query.set(name, String(value));
    return { method, path: query.size > 0 ? `${path}?${query}` : path };
  }
  // A call whose fields are all in the path has no body; one without fields has an empty object.
  const hasBody = fields.size > 0 || (input !== undefined && path === template);
  return { method, path, ...(hasBody && { body: JSON.stringify(Object.fromEntries(fields)) }) };
}
