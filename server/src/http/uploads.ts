import type { CallMeta } from '@openhours/contract/call.ts';
import pLimit from 'p-limit';
import type { Limits } from '../call/limits.ts';
import { problemResponse } from '../call/problems.ts';
import { mediaTypeOf } from './read-body.ts';
import type { Spool, Spooling } from './spool.ts';

export type UploadRule = NonNullable<CallMeta['upload']>;

/** `who` uploads, and `from` which network address, as limits count them. */
export type TakeUpload = (
  request: Request,
  options: {
    who: string;
    from: string;
    upload: UploadRule;
    answer: (body: Uint8Array<ArrayBuffer>) => Promise<Response>;
  },
) => Promise<Response>;

/** Uploads per caller at once, including those that are still arriving. */
const OF_ONE_CALLER = 3;
/** Bodies in memory at once, and how many more may wait on disk. Images are decoded one at a time anyway. */
const AT_ONCE = 2;
const MAX_WAITING = 16;
/** How long a body may take to arrive: 8 MB at about 1 Mbit/s. */
const DEADLINE_MILLIS = 60_000;
/** The size of a form besides its file: boundaries, headers, other fields. */
const FORM_BYTES = 16 * 1024;
const MOST_PARTS = 10;
/** The most bytes of a part's headers: its name, its file's name and its type. */
const PART_HEADER_BYTES = 1024;

/**
 * Handles calls that take a file: a form with the maximum size from the contract. Its body is received on disk and
 * takes one of the few places in memory once it is complete, so slow clients do not hold up others.
 *
 * Such a call may take long and ask a provider, so it runs outside a transaction. An `Idempotency-Key` is not read (a
 * repeated form has another boundary): the call itself must be repeatable.
 */
export function createUploads({
  limits,
  spool,
  deadlineMillis = DEADLINE_MILLIS,
}: {
  limits: Pick<Limits, 'refuse'>;
  spool: Spool;
  deadlineMillis?: number;
}): TakeUpload {
  const places = pLimit(AT_ONCE);
  const uploadsOf = new Map<string, number>();

  const work: TakeUpload = async (request, { upload, answer }) => {
    const received = await spool.receive(request, { maxBytes: upload.maxFileBytes + FORM_BYTES, deadlineMillis });
    if (typeof received === 'string') return refuse(received, upload);
    try {
      if (places.pendingCount >= MAX_WAITING) return tooMany();
      return await places(async () => {
        const body = await received.read();
        if (isSmallForm(body, request.headers.get('content-type'))) return answer(body);
        return problemResponse('BAD_REQUEST', { message: 'Please send a form with one file.' });
      });
    } finally {
      await received.discard();
    }
  };

  return async (request, options) => {
    const { who, from } = options;
    if (mediaTypeOf(request) !== 'multipart/form-data') {
      return problemResponse('UNSUPPORTED_MEDIA_TYPE', {
        message: 'Please send a form with one file (multipart/form-data).',
      });
    }
    const limited = (await limits.refuse('uploadsByPerson', who)) ?? (await limits.refuse('uploadsByAddress', from));
    if (limited) return limited;

    const before = uploadsOf.get(who) ?? 0;
    if (before >= OF_ONE_CALLER) return tooMany();
    uploadsOf.set(who, before + 1);
    try {
      return await work(request, options);
    } finally {
      const left = (uploadsOf.get(who) ?? 1) - 1;
      if (left === 0) uploadsOf.delete(who);
      else uploadsOf.set(who, left);
    }
  };
}

/**
 * The media type of a form, as browsers and other programs write it. Other parameters are refused: the parser might read
 * another boundary from them than we do.
 */
const FORM_TYPE =
  /^multipart\/form-data(?:; *charset=[\w-]+)?; *boundary=("?)([\w'()+,./:=?-]{1,70})\1(?:; *charset=[\w-]+)?$/i;

/**
 * Whether a form has few parts with short headers. Parsing a form takes memory and time for each part, and for each bracket
 * in a name, which the parser reads as a nested list.
 */
function isSmallForm(body: Uint8Array, contentType: string | null): boolean {
  const [, , boundary] = FORM_TYPE.exec(contentType ?? '') ?? [];
  if (boundary === undefined) return false;
  const form = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const mark = `--${boundary}`;
  let parts = 0;
  for (let at = form.indexOf(mark); at !== -1; at = form.indexOf(mark, at + mark.length)) {
    const header = form.subarray(at + mark.length, at + mark.length + PART_HEADER_BYTES);
    const isEnd = header.toString('latin1', 0, 2) === '--';
    parts += 1;
    if (parts > MOST_PARTS || !(isEnd || header.includes('\r\n\r\n'))) return false;
  }
  return true;
}

function refuse(reason: Exclude<Spooling, object>, { maxFileBytes }: UploadRule): Response {
  switch (reason) {
    case 'too-large':
      return problemResponse('PAYLOAD_TOO_LARGE', {
        message: `That file is larger than ${maxFileBytes / 1024 / 1024} MB. Please choose a smaller one.`,
      });
    case 'too-slow':
      // The rest of the body is not read, so the connection cannot be reused.
      return problemResponse('REQUEST_TIMEOUT', {
        message: 'The upload took too long. Please try again with a smaller file or a faster connection.',
        headers: { connection: 'close' },
      });
    case 'no-space':
      return tooMany();
  }
}

function tooMany(): Response {
  return problemResponse('SERVICE_UNAVAILABLE', {
    message: 'Too many files are being sent at the moment. Please try again in a moment.',
    headers: { 'retry-after': '5' },
  });
}
