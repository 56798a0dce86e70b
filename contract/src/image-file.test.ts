import { expect, test } from 'vitest';
import { imageFileFault, imageFileMessages, imageSrcSet, imageUrl, MAX_IMAGE_BYTES } from './image-file.ts';

const url = imageUrl('a'.repeat(64));
const at = (side: number) => url.replace('.webp', `-${side}.webp`);

test.each([
  [{ width: 1600, height: 800 }, `${at(320)} 320w, ${at(800)} 800w, ${url} 1600w`],
  // A tall image is limited by its height.
  [{ width: 800, height: 1600 }, `${at(320)} 160w, ${at(800)} 400w, ${url} 800w`],
  [{ width: 640, height: 480 }, `${at(320)} 320w, ${url} 640w`],
  [{ width: 300, height: 300 }, `${url} 300w`],
])('an image of %o comes in all smaller widths and its own', (size, sources) => {
  expect(imageSrcSet(url, size)).toBe(sources);
});

test('the address of an image that was not uploaded has no other widths', () => {
  expect(imageSrcSet('/portraits/mei-tanaka.svg', { width: 96, height: 96 })).toBeUndefined();
  expect(imageSrcSet('https://elsewhere.example/a.webp', { width: 96, height: 96 })).toBeUndefined();
});

test.each([
  [{ name: 'me.jpg', type: 'image/jpeg', size: MAX_IMAGE_BYTES }, undefined],
  [{ name: 'me.jpg', type: 'image/jpeg', size: MAX_IMAGE_BYTES + 1 }, imageFileMessages.size],
  [{ name: 'me.jpg', type: 'image/jpeg', size: 0 }, imageFileMessages.empty],
  [{ name: 'cv.pdf', type: 'application/pdf', size: 8 }, imageFileMessages.type],
  [{ name: 'IMG_1.HEIC', type: '', size: 10 }, imageFileMessages.heic],
])('the file %o has the fault %s before it is uploaded', (file, fault) => {
  expect(imageFileFault(file)).toBe(fault);
});
