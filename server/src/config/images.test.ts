import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const S3 = {
  IMAGES: 's3',
  S3_REGION: 'eu-central-1',
  S3_BUCKET: 'clinic',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'key',
};
const read = (environment: Record<string, string>) =>
  readConfig({ AUTH_SECRET: 'a secret that only this test run knows', DATA_DIR: '/data', ...environment }).images;

describe('the image store', () => {
  it('defaults to a folder in the data directory', () => {
    expect(read({})).toEqual({ kind: 'disk', directory: '/data/images' });
  });

  it('is an S3 bucket at Amazon or another endpoint', () => {
    expect(read(S3)).toMatchObject({ kind: 's3', endpoint: 'https://s3.eu-central-1.amazonaws.com', bucket: 'clinic' });
    expect(read({ ...S3, S3_ENDPOINT: 'https://minio.example/' })).toMatchObject({ endpoint: 'https://minio.example' });
  });

  it('is imgbb with an API key', () => {
    expect(read({ IMAGES: 'imgbb', IMGBB_KEY: 'k' })).toMatchObject({ endpoint: 'https://api.imgbb.com', key: 'k' });
  });

  it.each([
    [{ ...S3, S3_BUCKET: '' }, 'S3_BUCKET must be set for IMAGES=s3.'],
    [{ ...S3, S3_SECRET_ACCESS_KEY: '' }, 'S3_SECRET_ACCESS_KEY must be set for IMAGES=s3.'],
    [{ IMAGES: 'imgbb' }, 'IMGBB_KEY must be set for IMAGES=imgbb.'],
    [{ IMGBB_KEY: 'k' }, 'IMGBB_KEY is set, but images are stored elsewhere: set IMAGES=imgbb too, or remove it.'],
    [{ ...S3, IMAGES: '' }, 'S3_REGION is set, but images are stored elsewhere: set IMAGES=s3 too, or remove it.'],
    [{ IMAGES: 'ftp' }, 'IMAGES: '],
  ])('an incomplete configuration stops the start and names the setting: %j', (environment, sentence) => {
    expect(() => read(environment)).toThrow(sentence);
  });
});
