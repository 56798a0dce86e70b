import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { contractRoutes } from './build/contract-routes.ts';
import { precompress } from './build/precompress.ts';
import { prerender } from './build/prerender.ts';

export default defineConfig({
  // Every HTML document comes from build/prerender.ts, in development as in the build.
  appType: 'custom',
  plugins: [react(), tailwindcss(), contractRoutes(), prerender(), precompress()],
  server: { proxy: { '/api': 'http://localhost:3000', '/images': 'http://localhost:3000' } },
  environments: {
    client: {
      build: {
        manifest: true,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: [
            'src/main.tsx',
            'src/auth-pages.tsx',
            'src/oauth-pages.ts',
            'src/page-actions.ts',
            'src/design.tsx',
            'src/styles.css',
          ],
          output: {
            // Fewer, larger files: they compress better. What the public pages share with the application stays apart from
            // it, and so does what its first pages do not need. Of the entries above only the page actions may stand in one,
            // which every page wants: another would run wherever something else of its group is wanted.
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [
                { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
                {
                  name: 'session',
                  test: /src\/(page-actions|api\/(http|session|access-token))\.ts|rolldown.runtime|preload-helper/,
                  priority: 3,
                },
                { name: 'app', test: isOfTheApplication, priority: 2 },
                {
                  name: 'days',
                  test: /contract\/src\/medium-date|schedule\/(civil-date|clinic-day|day-state|price-text)/,
                  minShareCount: 2,
                  priority: 2,
                },
                {
                  name: 'fields',
                  test: /src\/ui\/(\w+-)?(field|form-error)\.tsx/,
                  minShareCount: 2,
                  priority: 2,
                },
                { name: 'lists', test: /src\/ui\/(table|empty-state)\.tsx/, minShareCount: 2, priority: 2 },
                { name: 'fault-summary', test: /src\/ui\/fault-summary/, priority: 2 },
                {
                  name: 'talk',
                  test: /src\/ui\/(relative-time|written-text|link-parts|text-area)/,
                  minShareCount: 2,
                  priority: 1,
                },
                {
                  name: 'site',
                  test: /src\/(ui|layouts|product-name|clinic-facts)|lucide-react/,
                  minShareCount: 3,
                  priority: 1,
                },
                { name: 'icons', test: /lucide-react/, minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: {
        outDir: 'dist/.prerender',
        emptyOutDir: true,
        copyPublicDir: false,
        rolldownOptions: { input: ['src/prerendered-pages.tsx'] },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      const { client, ssr } = builder.environments;
      if (!client || !ssr) throw new Error('The web build needs both the client and the ssr environment.');
      await builder.build(client);
      await builder.build(ssr);
    },
  },
});

/** The frame of the signed-in pages: router, queries, client, and what of ours every one of them loads. */
function isOfTheApplication(id: string): boolean {
  if (/@tanstack\/(react-virtual|virtual-core)\//.test(id)) return false;
  if (/@tanstack\/.*\/(infiniteQueryObserver|useInfiniteQuery|mutationObserver|useMutation)\./.test(id)) return false;
  return (
    /node_modules\/(react-router|@orpc|@tanstack|@base-ui\/react\/csp-provider)\/|virtual:contract-routes/.test(id) ||
    /src\/(api\/|routes|router|ui\/toaster-host|features\/conversations\/unread-count)/.test(id) ||
    /src\/layouts\/(app-layout|page-arrival|router-anchor|error-|stale-script|not-found-page|not-allowed-page|role-pages|signed-in-pages)/.test(
      id,
    )
  );
}
