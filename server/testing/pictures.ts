import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** A striped picture, so it has something to compress; in any format. */
export function stripes(size: { width: number; height: number }, colour = 0): Sharp {
  const { width, height } = size;
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = (at * 7 + colour + (at >> 9)) % 251;
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** In the metadata of `withSecrets`, for tests to search for in stored files. */
export const SECRET = 'taken by Pat Example';

/** A JPEG from a phone held upright: rotated, with place and photographer in its metadata. */
export function withSecrets(size: { width: number; height: number }): Promise<Buffer> {
  return stripes(size)
    .withExif({
      IFD0: { Artist: SECRET },
      IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

/** A PNG that claims these sides: one colour, a few hundred kilobytes. */
export function paintedPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0], 8);
  const rows = Buffer.alloc(height * (1 + Math.ceil(width / 8)));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows, { level: 9 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** The beginning of a HEIC picture. */
export function heicStart(): Buffer {
  return Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(1000)]);
}

/** A form as a browser sends it. Name and type are the sender's claims. */
export function imageForm(bytes: Uint8Array, claims: { name?: string; type?: string } = {}): FormData {
  const form = new FormData();
  form.set('image', new File([new Uint8Array(bytes)], claims.name ?? 'me.jpg', { type: claims.type ?? 'image/jpeg' }));
  return form;
}
