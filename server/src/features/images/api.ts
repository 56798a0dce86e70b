import { contract } from '@openhours/contract';
import { imageUrl, thumbnailUrl } from '@openhours/contract/image-file.ts';
import type { StoredImage } from '@openhours/contract/images.ts';
import { implement, ORPCError } from '@orpc/server';
import { type CallContext, callerOf } from '../../call/call-context.ts';
import { isStaff } from '../../call/caller.ts';
import type { ImageDecoder } from './decoder.ts';
import type { ImageRow } from './store.ts';
import { type ImageStores, uploadImage } from './upload-image.ts';

/** The call of `contract/images.ts`. */
export function imagesApi({ stores, decoder }: { stores: ImageStores; decoder: ImageDecoder }) {
  const calls = implement(contract.images).$context<CallContext>();
  return {
    upload: calls.upload.handler(async ({ context, input, errors }) => {
      const { db, now } = context;
      const bytes = new Uint8Array(await input.image.arrayBuffer());
      const caller = callerOf(context);
      const { personId } = caller;
      // The clinic knows its staff, although nobody may have confirmed the address of a doctor whom it registered.
      const isConfirmed = caller.emailVerified || isStaff(caller);
      const outcome = await uploadImage({ db, stores, decoder }, { bytes, personId, isConfirmed, now });
      if (outcome.kind === 'stored') return { success: true, status: 200, data: storedImage(outcome.image) };

      const { refusal } = outcome;
      if (refusal.code === 'PAYLOAD_TOO_LARGE') throw new ORPCError('PAYLOAD_TOO_LARGE', { message: refusal.message });
      throw errors[refusal.code]('message' in refusal ? { message: refusal.message } : {});
    }),
  };
}

/** An image in the format of image hosts. */
function storedImage(row: Pick<ImageRow, 'hash' | 'width' | 'height' | 'bytes' | 'createdAt'>): StoredImage {
  const { hash, width, height, bytes, createdAt } = row;
  const url = imageUrl(hash);
  const file = (address: string) =>
    ({ filename: address.slice('/images/'.length), mime: 'image/webp', extension: 'webp', url: address }) as const;
  return {
    id: hash,
    url,
    display_url: url,
    width,
    height,
    size: bytes,
    time: Math.floor(createdAt.getTime() / 1000),
    image: file(url),
    thumb: file(thumbnailUrl(url)),
  };
}
