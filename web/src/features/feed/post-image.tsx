import { ImageOff } from 'lucide-react';
import { useState } from 'react';

/** A post's picture in a frame of known size, so that nothing jumps when it comes. A press shows all of it. */
export function PostImage({ url, author }: { url: string; author: string }) {
  const [broken, setBroken] = useState(false);
  if (broken) {
    return (
      <p className="mt-4 grid aspect-3/2 place-content-center justify-items-center gap-2 rounded-control bg-sunken text-muted">
        <ImageOff className="size-8" strokeWidth={1.5} aria-hidden="true" />
        The picture could not be loaded.
      </p>
    );
  }
  return (
    <a href={url} target="_blank" rel="noopener" className="mt-4 block overflow-hidden rounded-control bg-sunken">
      <img
        src={url}
        alt={`Posted by ${author}`}
        width={1200}
        height={800}
        loading="lazy"
        decoding="async"
        onError={() => setBroken(true)}
        className="aspect-3/2 w-full object-cover"
      />
    </a>
  );
}
