import UserRound from 'lucide-react/icons/user-round';
import { useState } from 'react';
import { classNames } from './class-names.ts';

export type AvatarSize = 'small' | 'medium' | 'large';

const sizes: Record<AvatarSize, { box: string; pixels: number }> = {
  small: { box: 'size-10 text-[calc(var(--spacing)*3.5)]', pixels: 40 },
  medium: { box: 'size-14 text-[calc(var(--spacing)*4.5)]', pixels: 56 },
  large: { box: 'size-24 text-[calc(var(--spacing)*7.5)]', pixels: 96 },
};

/**
 * A person's photo in a circle, or their initials, or an icon. Decorative: the name is next to it. A photo that fails
 * to load is replaced by the initials.
 */
export function Avatar({
  name,
  photoURL,
  size = 'medium',
}: {
  name: string;
  photoURL?: string | null | undefined;
  size?: AvatarSize;
}) {
  const [broken, setBroken] = useState<string>();
  const { box, pixels } = sizes[size];
  const initials = initialsOf(name);
  if (photoURL && broken !== photoURL) {
    return (
      <img
        src={small(photoURL)}
        alt=""
        width={pixels}
        height={pixels}
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        onError={() => setBroken(photoURL)}
        className={classNames('shrink-0 rounded-full bg-sunken object-cover', box)}
      />
    );
  }
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'grid shrink-0 place-items-center rounded-full bg-pine-soft font-semibold text-pine select-none',
        box,
      )}
    >
      {initials || <UserRound className="size-1/2" />}
    </span>
  );
}

/** Uploaded images also have a thumbnail (contract/src/image-file.ts). */
function small(photoURL: string): string {
  return photoURL.replace(/^(\/images\/[0-9a-f]{64})\.webp$/, '$1-320.webp');
}

function initialsOf(name: string): string {
  const words = name
    .replace(/^dr\.?\s+/i, '')
    .split(/\s+/)
    .filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => word && Array.from(word)[0]);
  return letters.join('').toUpperCase();
}
