/** One may not write to the other: by a block, or because one of them is gone or no longer answers. */
export interface Blocked {
  readonly kind: 'refused';
  readonly code: 'BLOCKED';
  readonly message: string;
}

/** Who of the two blocks whom, as one of them sees it. */
export interface Blocking {
  readonly byYou: boolean;
  readonly byThem: boolean;
}

/** Why one may not write to the other. One's own block comes first, because one can remove it. */
export function blockRefusal({ byYou, byThem }: Blocking, otherName: string): Blocked | undefined {
  if (byYou) return blocked(`You have blocked ${otherName}. Unblock them to write to them.`);
  return byThem ? blocked(`${otherName} is not accepting messages from you at the moment.`) : undefined;
}

/** The refusal of a message to somebody whose account was deleted. */
export function goneRefusal(otherName: string): Blocked {
  return blocked(`${otherName} no longer has an account here.`);
}

/** The refusal of a message about a post whose author is neither a doctor nor an admin any more. */
export function noAuthorRefusal(authorName: string, isTheirs: boolean): Blocked {
  return blocked(isTheirs ? 'You no longer answer messages here.' : `${authorName} no longer answers messages here.`);
}

function blocked(message: string): Blocked {
  return { kind: 'refused', code: 'BLOCKED', message };
}

/** Whether a stored message is the one that is being sent again. */
export function isSameMessage(
  stored: { conversationId: string; senderId: string; text: string },
  sent: { conversationId: string; senderId: string; text: string },
): boolean {
  return (
    stored.conversationId === sent.conversationId && stored.senderId === sent.senderId && stored.text === sent.text
  );
}

const TITLE_LENGTH = 60;
const EXCERPT_LENGTH = 140;

/** The first words of a post on one line. If the first word is too long, it is cut between characters. */
export function titleOf(text: string): string {
  const line = text.slice(0, 400).trim().replaceAll(/\s+/g, ' ');
  if (line.length <= TITLE_LENGTH) return line;
  const cut = beginning(line, TITLE_LENGTH);
  return `${line[cut.length] === ' ' ? cut : cut.replace(/ \S*$/, '')}…`;
}

/** The beginning of a text, cut between visible characters (grapheme clusters). */
export function excerpt(text: string): string {
  return text.length <= EXCERPT_LENGTH ? text : `${beginning(text, EXCERPT_LENGTH).trimEnd()}…`;
}

function beginning(text: string, length: number): string {
  let cut = '';
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text.slice(0, 400))) {
    if (cut.length + segment.length > length) break;
    cut += segment;
  }
  return cut;
}
