import ImageIcon from 'lucide-react/icons/image';
import { type ReactNode, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';

export type PickedShape = 'round' | 'wide';

const shapes: Record<PickedShape, string> = {
  round: 'size-24 rounded-full',
  wide: 'aspect-3/2 w-40 rounded-control',
};

/** The chosen image or its placeholder. A file that the browser cannot display gets an icon. */
export function PickedImage({
  source,
  shape,
  placeholder,
  onBroken,
}: {
  source: string | null;
  shape: PickedShape;
  placeholder: ReactNode;
  onBroken?: () => void;
}) {
  const [broken, setBroken] = useState<string>();
  if (source && source !== broken) {
    return (
      <img
        src={source}
        alt=""
        width={shape === 'round' ? 96 : 160}
        height={shape === 'round' ? 96 : 107}
        loading="lazy"
        decoding="async"
        onError={() => {
          setBroken(source);
          onBroken?.();
        }}
        className={classNames('shrink-0 border border-line bg-sunken object-cover', shapes[shape])}
      />
    );
  }
  if (!source && placeholder) return placeholder;
  return (
    <span
      aria-hidden="true"
      className={classNames('grid shrink-0 place-items-center bg-sunken text-faint', shapes[shape])}
    >
      <ImageIcon className="size-8" strokeWidth={1.5} />
    </span>
  );
}
