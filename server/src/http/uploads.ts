import type { CallMeta } from '@openhours/contract/call.ts';
import type { Limits } from './limits.ts';
import { problemResponse } from './problems.ts';
import { readBytes } from './read-body.ts';

export type UploadRule = NonNullable<CallMeta['upload']>;

/** Uploads that this process holds in memory at once: in all, and of one caller. */
const IN_ALL = 16;
const OF_ONE_CALLER = 3;
/** What a form adds to its file: boundaries, headers, other fields. */
const FORM_BYTES = 16 * 1024;

/**
 * The part of the loop for calls that take a file: a form, as large as the contract says, from memory that is bounded
 * however many send however slowly.
 *
 * Such a call may ask a provider and take its time, so it runs in no transaction of ours, and an `Idempotency-Key` is
 * not read (a repeated form has another boundary): that a repetition changes nothing is the call's own business.
 */
export function createUploads({ limits }: { limits: Limits }) {
  const places = createPlaces();

  return async (
    request: Request,
    options: {
      who: string;
      mediaType: string | undefined;
      upload: UploadRule;
      answer: (body: Uint8Array<ArrayBuffer>) => Promise<Response>;
    },
  ): Promise<Response> => {
    const { who, mediaType, upload, answer } = options;
    if (mediaType !== 'multipart/form-data') {
      return problemResponse('UNSUPPORTED_MEDIA_TYPE', {
        message: 'Please send a form with one file (multipart/form-data).',
      });
    }
    const limited = await limits.refuse('uploadsByPerson', who);
    if (limited) return limited;

    const giveBack = places.take(who);
    if (!giveBack) {
      return problemResponse('SERVICE_UNAVAILABLE', {
        message: 'Too many files are being sent at the moment. Please try again in a moment.',
        headers: { 'retry-after': '5' },
      });
    }
    try {
      const body = await readBytes(request, upload.maxFileBytes + FORM_BYTES);
      if (body !== undefined) return await answer(body);
      const megabytes = upload.maxFileBytes / 1024 / 1024;
      return problemResponse('PAYLOAD_TOO_LARGE', {
        message: `That file is larger than ${megabytes} MB. Please choose a smaller one.`,
      });
    } finally {
      giveBack();
    }
  };
}

function createPlaces() {
  const taken = new Map<string, number>();
  let inAll = 0;
  return {
    /** Answers how to give the place back, or `undefined` when there is none. */
    take(who: string): (() => void) | undefined {
      const own = taken.get(who) ?? 0;
      if (inAll >= IN_ALL || own >= OF_ONE_CALLER) return undefined;
      inAll += 1;
      taken.set(who, own + 1);
      return () => {
        inAll -= 1;
        const left = (taken.get(who) ?? 1) - 1;
        if (left === 0) taken.delete(who);
        else taken.set(who, left);
      };
    },
  };
}
