import * as z from 'zod';
import { askStore, boundedBytes, storeRefused } from './ask-store.ts';
import { type ImageStore, ImageStoreUnavailable } from './port.ts';

/** The host of imgbb's images. Any other host in an answer is refused. */
const IMAGE_HOST = 'i.ibb.co';

const Answer = z.object({ success: z.literal(true), data: z.object({ url: z.url() }) });

/**
 * imgbb, API version 1. The key stays on the server. It has no call to delete an image: a deleted image stays there, at
 * an address that was never published.
 */
export function createImgbbStore({ key, endpoint }: { key: string; endpoint: string }): ImageStore {
  const own = new URL(endpoint);
  const isTheirs = (url: string) => {
    const { protocol, host } = new URL(url);
    return host === own.host ? protocol === own.protocol : protocol === 'https:' && host === IMAGE_HOST;
  };

  return {
    name: 'imgbb',
    async put({ name, bytes }) {
      const form = new FormData();
      form.set('image', new File([bytes], name, { type: 'image/webp' }));
      form.set('name', name.replace(/\.webp$/, ''));
      const answer = await askStore(`${endpoint}/1/upload?key=${encodeURIComponent(key)}`, {
        method: 'POST',
        body: form,
      });
      if (!answer.ok) throw await storeRefused(answer);
      const parsed = Answer.safeParse(await answer.json().catch(() => undefined));
      if (!parsed.success || !isTheirs(parsed.data.data.url)) {
        throw new ImageStoreUnavailable('The image store gave an answer that is not valid');
      }
      return parsed.data.data.url;
    },
    async get(location) {
      if (!isTheirs(location)) return undefined;
      const answer = await askStore(location);
      if (answer.ok) return boundedBytes(answer);
      if (answer.status !== 404) throw await storeRefused(answer);
      await answer.body?.cancel();
      return undefined;
    },
    remove: async () => undefined,
  };
}
