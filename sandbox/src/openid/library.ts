/**
 * The provider's library. On import it warns about any Node that is not an LTS release; ours is pinned and tested, so
 * that line is suppressed.
 */
export async function loadLibrary() {
  const { warn } = console;
  console.warn = (...parts: unknown[]) => {
    if (!String(parts[0]).includes('Unsupported runtime')) warn(...parts);
  };
  try {
    return await import('oidc-provider');
  } finally {
    console.warn = warn;
  }
}

export type Library = Awaited<ReturnType<typeof loadLibrary>>;
