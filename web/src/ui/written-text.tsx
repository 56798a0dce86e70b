import { linkParts } from './link-parts.ts';

/** What somebody wrote: text, whatever it holds. Web addresses in it can be followed, at the reader's own risk. */
export function WrittenText({ text }: { text: string }) {
  return (
    <span dir="auto" className="block whitespace-pre-wrap">
      {linkParts(text).map(({ text: piece, href }, index) =>
        href === undefined ? (
          piece
        ) : (
          <a
            // A text does not change its parts.
            // oxlint-disable-next-line no-array-index-key
            key={index}
            href={href}
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
            className="underline decoration-current/50 underline-offset-2 hover:decoration-current"
          >
            {piece}
          </a>
        ),
      )}
    </span>
  );
}
