import { imageSrcSet } from '@openhours/contract/image-file.ts';
import ImageOff from 'lucide-react/icons/image-off';
import { useState } from 'react';

type Size = { width: number; height: number };

/** Taller or wider pictures are cropped to their middle. */
const [narrowest, widest] = [4 / 5, 3];
const usual: Size = { width: 1200, height: 800 };

/** A post's picture in a frame of known size, so nothing moves when it loads. A click shows it whole. */
export function PostImage({ url, size = usual, alt }: { url: string; size?: Size | undefined; alt: string }) {
  const [broken, setBroken] = useState(false);
  const { width, height } = size;
  const aspectRatio = Math.min(Math.max(width / height, narrowest), widest);
  if (broken) {
    return (
      <p
        style={{ aspectRatio }}
        className="mt-4 grid place-content-center justify-items-center gap-2 rounded-control bg-sunken text-muted"
      >
        <ImageOff className="size-8" strokeWidth={1.5} aria-hidden="true" />
        We could not load the picture.
      </p>
    );
  }
  return (
    <a href={url} target="_blank" rel="noopener" className="mt-4 block overflow-hidden rounded-control bg-sunken">
      <img
        src={url}
        srcSet={imageSrcSet(url, size)}
        sizes="(width < 64rem) calc(100vw - 4.5rem), 42rem"
        alt={alt}
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
        onError={() => setBroken(true)}
        style={{ aspectRatio }}
        className="w-full object-cover"
      />
    </a>
  );
}
