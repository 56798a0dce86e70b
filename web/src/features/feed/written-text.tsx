import { linkParts } from '@openhours/contract/link-parts.ts';

/** Text by a person, shown as text. Web addresses become links. */
export function WrittenText({ text }: { text: string }) {
  return (
    <span dir="auto" className="block whitespace-pre-wrap">
      {linkParts(text).map(({ text: piece, href }, index) =>
        href === undefined ? (
          piece
        ) : (
          <a
            // The parts of a text do not change.
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
