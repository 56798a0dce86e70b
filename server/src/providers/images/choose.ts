import type { ImageSettings } from '../../config/images.ts';
import { createDiskStore } from './disk.ts';
import { createImgbbStore } from './imgbb.ts';
import type { ImageStore } from './port.ts';
import { createS3Store } from './s3.ts';

/** The store for new images, and the stores that may have older ones, which always include the folder. */
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
