import { Tile, type TileProps, tileListLook } from './tile.tsx';

export type Shortcut = Pick<TileProps, 'href' | 'icon' | 'label'> & { text: string };

/** Links to pages that people open often. */
export function Shortcuts({ list }: { list: readonly Shortcut[] }) {
  return (
    <ul className={tileListLook}>
      {list.map(({ text, ...tile }) => (
        <Tile key={tile.href} {...tile}>
          {text}
        </Tile>
      ))}
    </ul>
  );
}
