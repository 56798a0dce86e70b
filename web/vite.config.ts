import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { contractRoutes } from './build/contract-routes.ts';
import { prerender } from './build/prerender.ts';

export default defineConfig({
  // Every HTML document comes from build/prerender.ts, in development as in the build.
  appType: 'custom',
  plugins: [react(), tailwindcss(), contractRoutes(), prerender()],
  server: { proxy: { '/api': 'http://localhost:3000' } },
  environments: {
    client: {
      build: {
        manifest: true,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: ['src/main.tsx', 'src/auth-pages.tsx', 'src/oauth-pages.ts', 'src/page-actions.ts', 'src/styles.css'],
          output: {
            // Fewer, larger files for what nearly every page needs; the public pages load the session alone.
            codeSplitting: {
              groups: [
                { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
                { name: 'session', test: /src\/(page-actions|api\/(http|session|access-token))\.ts/, priority: 3 },
                {
                  name: 'queries',
                  test: /node_modules\/@tanstack\/|src\/api\/(query-client|session-query)/,
                  priority: 3,
                },
                { name: 'site', test: /src\/(ui|layouts|product-name)|node_modules\/lucide-react\//, minShareCount: 3 },
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
