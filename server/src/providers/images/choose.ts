import type { ImageSettings } from '../../config.ts';
import { createDiskStore } from './disk.ts';
import { createImgbbStore } from './imgbb.ts';
import type { ImageStore } from './port.ts';
import { createS3Store } from './s3.ts';

/** The store that new images go to, and those from which older ones may still come: the folder is always one. */
export function chooseImageStores(settings: ImageSettings): { current: ImageStore; all: readonly ImageStore[] } {
  const disk = createDiskStore({ directory: settings.directory });
  switch (settings.kind) {
    case 'disk':
      return { current: disk, all: [disk] };
    case 's3': {
      const current = createS3Store(settings);
      return { current, all: [current, disk] };
    }
    case 'imgbb': {
      const current = createImgbbStore(settings);
      return { current, all: [current, disk] };
    }
  }
}
