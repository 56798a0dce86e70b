import { createRef } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { type OpenCardEntry, providerUnreachable } from './card-entry.ts';
import { SandboxCardBox, type SandboxCardHandle } from './sandbox-card-box.tsx';

/** The sandbox's card form. */
export const openCardEntry: OpenCardEntry = (settings) => {
  const handle = createRef<SandboxCardHandle>();
  const place = document.createElement('div');
  let root: Root | undefined;
  return {
    mount: async (box) => {
      box.append(place);
      root = createRoot(place, { identifierPrefix: 'card-' });
      const shown = Promise.withResolvers<void>();
      root.render(<SandboxCardBox ref={handle} settings={settings} onShown={shown.resolve} />);
      await shown.promise;
    },
    confirm: async () => (await handle.current?.confirm()) ?? { kind: 'refused', message: providerUnreachable },
    destroy: () => {
      place.remove();
      // React cannot unmount a tree while it renders another one.
      setTimeout(() => root?.unmount());
    },
  };
};
