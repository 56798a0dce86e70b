import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkOf } from './build/chunks.ts';
import { contractRoutes } from './build/contract-routes.ts';
import { pageModules } from './build/page-modules.ts';
import { precompress } from './build/precompress.ts';
import { prerender } from './build/prerender.ts';

/** `npm run build` moves the files from here to `dist`, from which a server may be serving pages. */
const OUT = 'dist/.new';

export default defineConfig({
  // Every HTML document comes from build/prerender.ts, in development as in the build.
  appType: 'custom',
  plugins: [react(), tailwindcss(), contractRoutes(), pageModules(), prerender(), precompress()],
  server: {
    proxy: {
      '/api': 'http://localhost:3000',
      '/images': 'http://localhost:3000',
      '/calendars': 'http://localhost:3000',
    },
  },
  // The browsers that README.md names.
  build: { outDir: OUT, target: ['chrome123', 'edge123', 'firefox125', 'safari17.4'] },
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
            // Every page loads the names of a hundred chunks, and a hash cannot be compressed. With this many chunks, seven letters are the least.
            chunkFileNames: 'assets/[name]-[hash:7].js',
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [{ name: chunkOf, debugName: 'by intent' }],
            },
          },
        },
      },
    },
    ssr: {
      build: {
        outDir: `${OUT}/.prerender`,
        emptyOutDir: true,
        copyPublicDir: false,
        rolldownOptions: { input: ['src/documents/prerendered-pages.tsx'] },
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
