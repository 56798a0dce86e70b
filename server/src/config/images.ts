import * as z from 'zod';
import { ConfigError } from './config-error.ts';
import type { ModeConfig } from './mode.ts';
import { httpUrl } from './schemas.ts';
import { settingGroup, type ValuesOf } from './setting.ts';

export const IMAGES = settingGroup({
  title: 'Uploaded images',
  about:
    '`disk` stores images in DATA_DIR/images (several nodes need the same folder), `s3` in a bucket with ' +
    "Amazon's protocol (it may be private: the server delivers the images), `imgbb` at imgbb.com, which has no call " +
    'to delete one. After a change of store, images on disk are still served, those in another store are not, so ' +
    'change it before there are many. The sandbox imitates the last two; its page /images explains how.',
  settings: {
    IMAGES: {
      schema: z.enum(['disk', 's3', 'imgbb'], { error: 'must be disk, s3 or imgbb' }).default('disk'),
      about: 'Where uploaded images are stored.',
    },
    S3_ENDPOINT: {
      schema: httpUrl.optional(),
      about: 'The address of the service that has the bucket.',
      unset: "Amazon's of `S3_REGION`",
      example: 'https://s3.eu-central-1.amazonaws.com',
    },
    S3_REGION: { schema: z.string().optional(), about: 'The region of the bucket.', example: 'eu-central-1' },
    S3_BUCKET: { schema: z.string().optional(), about: 'The name of the bucket.', example: 'clinic-images' },
    S3_ACCESS_KEY_ID: { schema: z.string().optional(), about: 'The id of a key that can read and write the bucket.' },
    S3_SECRET_ACCESS_KEY: { schema: z.string().optional(), about: 'The secret of that key.' },
    IMGBB_KEY: { schema: z.string().optional(), about: 'The API key of an account at imgbb.com.' },
    IMGBB_ENDPOINT: {
      schema: httpUrl.optional(),
      about: "The sandbox's address, to use instead of imgbb's. Refused in production.",
      unset: '`https://api.imgbb.com`',
      example: 'http://127.0.0.1:3100',
    },
  },
});

/** Where uploaded images are stored. `directory` is always read: it has the images from before a change of store. */
export type ImageSettings = { readonly directory: string } & (
  | { readonly kind: 'disk' }
  | {
      readonly kind: 's3';
      readonly endpoint: string;
      readonly region: string;
      readonly bucket: string;
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
    }
  | { readonly kind: 'imgbb'; readonly key: string; readonly endpoint: string }
);

type Values = ValuesOf<typeof IMAGES>;
type NameOfStore = Extract<keyof Values, `${'S3' | 'IMGBB'}_${string}`>;

const STORE_OF = {
  S3_ENDPOINT: 's3',
  S3_REGION: 's3',
  S3_BUCKET: 's3',
  S3_ACCESS_KEY_ID: 's3',
  S3_SECRET_ACCESS_KEY: 's3',
  IMGBB_KEY: 'imgbb',
  IMGBB_ENDPOINT: 'imgbb',
} as const satisfies Record<NameOfStore, Values['IMAGES']>;

/** The complete settings of one image store, and none of another's. */
export function imageSettings(
  env: Values,
  { production, directory }: Pick<ModeConfig, 'production'> & { directory: string },
): ImageSettings {
  if (production && env.IMGBB_ENDPOINT !== undefined) {
    throw new ConfigError('IMGBB_ENDPOINT is for the sandbox and refused in production.');
  }
  for (const [name, store] of Object.entries(STORE_OF) as [NameOfStore, Values['IMAGES']][]) {
    if (env[name] !== undefined && env.IMAGES !== store) {
      throw new ConfigError(`${name} is set, but images are stored elsewhere: set IMAGES=${store} too, or remove it.`);
    }
  }
  const needed = (name: NameOfStore): string => {
    const value = env[name];
    if (value === undefined) throw new ConfigError(`${name} must be set for IMAGES=${env.IMAGES}.`);
    return value;
  };
  switch (env.IMAGES) {
    case 'disk':
      return { kind: 'disk', directory };
    case 's3': {
      const region = needed('S3_REGION');
      return {
        kind: 's3',
        directory,
        region,
        endpoint: env.S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`,
        bucket: needed('S3_BUCKET'),
        accessKeyId: needed('S3_ACCESS_KEY_ID'),
        secretAccessKey: needed('S3_SECRET_ACCESS_KEY'),
      };
    }
    case 'imgbb': {
      const endpoint = env.IMGBB_ENDPOINT ?? 'https://api.imgbb.com';
      return { kind: 'imgbb', directory, endpoint, key: needed('IMGBB_KEY') };
    }
  }
}
