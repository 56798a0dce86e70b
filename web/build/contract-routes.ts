import { contract } from '@openhours/contract';
import type { Plugin } from 'vite';

const virtualName = 'virtual:contract-routes';
const resolvedName = `\0${virtualName}`;

/**
 * Reduces the contract for the browser to what a client needs to address a call, as a script: method and path, without the
 * schemas, whose library is larger than the rest of the application's own code.
 */
export function contractRoutes(): Plugin {
  return {
    name: 'openhours:contract-routes',
    resolveId: (id) => (id === virtualName ? resolvedName : undefined),
    load: (id) => (id === resolvedName ? `const to=route=>(${EMPTY});export default ${routesOf(contract)}` : undefined),
  };
}

/** Written once: repeated for each call, it would be 0.6 kB more of gzip. */
const EMPTY = '{"~orpc":{errorMap:{},meta:{},route}}';

/** The source of an object with the same shape as the contract. */
function routesOf(part: object): string {
  if ('~orpc' in part) return `to(${JSON.stringify(addressOf(part['~orpc']))})`;
  const members = Object.entries(part).map(([name, inner]) => `${JSON.stringify(name)}:${routesOf(inner)}`);
  return `{${members.join()}}`;
}

/** The parts of a route that a request needs, without summary and description. */
function addressOf(call: unknown): object {
  const route = typeof call === 'object' && call !== null && 'route' in call ? call.route : undefined;
  if (typeof route !== 'object' || route === null) throw new Error('A call of the contract has no route.');
  const kept = ['method', 'path', 'inputStructure', 'outputStructure'];
  return Object.fromEntries(Object.entries(route).filter(([name]) => kept.includes(name)));
}
