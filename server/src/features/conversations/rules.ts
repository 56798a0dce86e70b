/** Why a message or a conversation is refused. */
export type ConversationRefusal =
  | { readonly code: 'NOT_YOU' }
  /** By a block, or because the other person's account was deleted. */
  | { readonly code: 'BLOCKED'; readonly by: 'you' | 'them' | 'deletion'; readonly otherName: string }
  | { readonly code: 'MESSAGE_ID_USED' };

/** The message for the user. */
export function refusalMessage(refusal: ConversationRefusal): string {
  switch (refusal.code) {
    case 'NOT_YOU':
      return 'You can only do that with the email address that you are signed in with.';
    case 'BLOCKED':
      if (refusal.by === 'deletion') return `${refusal.otherName} no longer has an account here.`;
      return refusal.by === 'you'
        ? `You have blocked ${refusal.otherName}. Unblock them to write to them.`
        : `${refusal.otherName} is not accepting messages from you at the moment.`;
    case 'MESSAGE_ID_USED':
      return 'This message could not be sent. Please write it again.';
  }
}

/** Who of the two blocks whom, as one of them sees it. */
export interface Blocking {
  readonly byYou: boolean;
  readonly byThem: boolean;
}

/** Why one may not write to the other. One's own block comes first, because one can remove it. */
export function blockRefusal({ byYou, byThem }: Blocking, otherName: string): ConversationRefusal | undefined {
  if (byYou) return { code: 'BLOCKED', by: 'you', otherName };
  return byThem ? { code: 'BLOCKED', by: 'them', otherName } : undefined;
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
