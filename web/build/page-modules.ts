import type { Plugin } from 'vite';
import { type Audience, pageList } from '../src/pages.ts';

const ofEveryone: readonly Audience[] = ['everyone', 'signed-in'];

const modules = {
  'virtual:page-modules': (audience: Audience) => ofEveryone.includes(audience),
  /** A module of its own, so that patients do not load the names of scripts that are not for them. */
  'virtual:staff-page-modules': (audience: Audience) => !ofEveryone.includes(audience),
} satisfies Record<string, (audience: Audience) => boolean>;

const isModule = (name: string): name is keyof typeof modules => Object.hasOwn(modules, name);

/** The scripts of the application's pages, from the list of pages: by module, a function that loads it. */
export function pageModules(): Plugin {
  return {
    name: 'openhours:page-modules',
    resolveId: (id) => (isModule(id) ? `\0${id}` : undefined),
    load(id) {
      const name = id.slice(1);
      if (!isModule(name)) return undefined;
      const wanted = pageList.filter(({ loads, audience }) => loads === 'application' && modules[name](audience));
      const entries = wanted.map(({ module }) => `'${module}': () => import('/src/features/${module}.tsx'),`);
      return `export default {\n${entries.join('\n')}\n};`;
    },
  };
}
