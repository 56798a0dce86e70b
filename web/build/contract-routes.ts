import { contract } from '@openhours/contract';
import type { Access } from '@openhours/contract/access.ts';
import type { CallMeta } from '@openhours/contract/call.ts';
import type { Plugin } from 'vite';
import type { Routes } from '../src/api/request-of-call.ts';

const ofEveryone: readonly Access['who'][] = ['everyone', 'signed-in', 'self'];

const modules = {
  'virtual:contract-routes': (who: Access['who']) => ofEveryone.includes(who),
  /** A module of its own, so that patients do not load the addresses of calls that would refuse them. */
  'virtual:staff-routes': (who: Access['who']) => !ofEveryone.includes(who),
} satisfies Record<string, (who: Access['who']) => boolean>;

const isModule = (name: string): name is keyof typeof modules => Object.hasOwn(modules, name);

/**
 * Reduces the contract for the browser to what a client needs to address a call: method and path, without the schemas,
 * whose library is larger than the rest of the application's own code.
 */
export function contractRoutes(): Plugin {
  return {
    name: 'openhours:contract-routes',
    resolveId: (id) => (isModule(id) ? `\0${id}` : undefined),
    load(id) {
      const name = id.slice(1);
      return isModule(name) ? `export default ${JSON.stringify(routesOf(contract, modules[name]))}` : undefined;
    },
  };
}

/** The routes in the shape of the contract, without the calls that others make. */
export function routesOf(part: object, isWanted: (who: Access['who']) => boolean): Routes {
  const wanted: [string, Routes | string][] = [];
  for (const [name, inner] of Object.entries<object>({ ...part })) {
    if ('~orpc' in inner) {
      const { route, meta } = inner['~orpc'] as { route: Route; meta: CallMeta };
      if (isWanted(meta.access.who)) wanted.push([name, `${route.method} ${route.path}`]);
    } else {
      const routes = routesOf(inner, isWanted);
      if (Object.keys(routes).length > 0) wanted.push([name, routes]);
    }
  }
  return Object.fromEntries(wanted);
}

/** What a call of the contract says to oRPC about its route. */
interface Route {
  method: string;
  path: string;
}
