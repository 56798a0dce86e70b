import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { askStore, boundedBytes, storeRefused } from './ask-store.ts';
import type { ImageStore } from './port.ts';

interface S3Settings {
  /** `https://host`, with a path if the service has one. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/**
 * A bucket with Amazon's S3 protocol, with version 4 signatures that cover the body. Path-style, which compatible
 * services support too. The bucket may be private: the server delivers the images.
 */
export function createS3Store(settings: S3Settings): ImageStore {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });
  const addressOf = (name: string) => `${endpoint}/${encodeURIComponent(bucket)}/${encodeURIComponent(name)}`;

  async function ask(method: string, name: string, bytes?: Uint8Array<ArrayBuffer>): Promise<Response> {
    const headers = {
      'x-amz-content-sha256': createHash('sha256')
        .update(bytes ?? '')
        .digest('hex'),
      ...(bytes ? { 'content-type': 'image/webp' } : {}),
    };
    return askStore(await client.sign(addressOf(name), { method, headers, ...(bytes ? { body: bytes } : {}) }));
  }

  return {
    name: 's3',
    async put({ name, bytes }) {
      const answer = await ask('PUT', name, bytes);
      if (!answer.ok) throw await storeRefused(answer);
      await answer.body?.cancel();
      return name;
    },
    async get(location) {
      const answer = await ask('GET', location);
      if (answer.ok) return boundedBytes(answer);
      if (answer.status !== 404) throw await storeRefused(answer);
      await answer.body?.cancel();
      return undefined;
    },
    async remove(location) {
      const answer = await ask('DELETE', location);
      if (!answer.ok && answer.status !== 404) throw await storeRefused(answer);
      await answer.body?.cancel();
    },
  };
}
