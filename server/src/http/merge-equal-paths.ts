import type { OpenAPI } from '@orpc/openapi';

type Paths = NonNullable<OpenAPI.Document['paths']>;

/**
 * OpenAPI 3.1 treats GET /users/admin/{email} and PUT /users/admin/{id} as the same path and allows it only once. They
 * are merged into one, whose parameter has both names: {emailOrId}.
 */
export function mergeEqualPaths(paths: Paths): Paths {
  const byShape = Object.groupBy(Object.keys(paths), (path) => path.replaceAll(/\{\w+\}/g, '{}'));
  return Object.fromEntries(
    Object.values(byShape).flatMap((equal = []) => {
      const [first = ''] = equal;
      if (equal.length === 1) return [[first, paths[first]]];
      const names = equal.map((path) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name));
      const common = (names[0] ?? []).map((_, place) => joined(names.map((of) => of[place] ?? '')));
      let place = 0;
      const path = first.replaceAll(/\{\w+\}/g, () => `{${common[place++]}}`);
      const items = equal.map((one, which) => renamed(paths[one] ?? {}, { from: names[which] ?? [], to: common }));
      return [[path, Object.assign({}, ...items)]];
    }),
  );
}

function joined(names: readonly string[]): string {
  return [...new Set(names)]
    .map((name, n) => (n === 0 ? name : `Or${name[0]?.toUpperCase()}${name.slice(1)}`))
    .join('');
}

function renamed(item: object, names: { from: readonly string[]; to: readonly string[] }): object {
  return Object.fromEntries(
    Object.entries(item).map(([method, operation]) => {
      if (typeof operation !== 'object' || !Array.isArray(operation.parameters)) return [method, operation];
      const parameters = operation.parameters.map((parameter: { in?: string; name?: string }) => {
        const place = parameter.in === 'path' ? names.from.indexOf(parameter.name ?? '') : -1;
        return place === -1 ? parameter : { ...parameter, name: names.to[place] };
      });
      return [method, { ...operation, parameters }];
    }),
  );
}
