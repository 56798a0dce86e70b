/** Why a message or a conversation is refused. */
export type TalkRefusal =
  | { readonly code: 'NOT_YOU' }
  | { readonly code: 'BLOCKED'; readonly by: 'you' | 'them'; readonly otherName: string }
  | { readonly code: 'MESSAGE_ID_USED' };

/** The sentence that the person reads. */
export function refusalMessage(refusal: TalkRefusal): string {
  switch (refusal.code) {
    case 'NOT_YOU':
      return 'You can only do that with the e-mail address that you are signed in with.';
    case 'BLOCKED':
      return refusal.by === 'you'
        ? `You have blocked ${refusal.otherName}. Unblock them to write to them.`
        : `${refusal.otherName} does not take messages from you at the moment.`;
    case 'MESSAGE_ID_USED':
      return 'This message could not be sent. Please write it again.';
  }
}

/** How a pair of people stands to each other, as one of them sees it. */
export interface Blocking {
  readonly byYou: boolean;
  readonly byThem: boolean;
}

/** What stands in the way of a message from one to the other; one's own block is said first, for one can lift it. */
export function blockRefusal({ byYou, byThem }: Blocking, otherName: string): TalkRefusal | undefined {
  if (byYou) return { code: 'BLOCKED', by: 'you', otherName };
  return byThem ? { code: 'BLOCKED', by: 'them', otherName } : undefined;
}

/** Whether a message that is there is the one that is being sent (again). */
export function isSameMessage(
  kept: { conversationId: string; senderId: string; text: string },
  sent: { conversationId: string; senderId: string; text: string },
): boolean {
  return kept.conversationId === sent.conversationId && kept.senderId === sent.senderId && kept.text === sent.text;
}

/** A place in a list by activity: '2024-01-05T10:05:00.000Z,<id>'. */
export interface ActivityCursor {
  readonly activeAt: Date;
  readonly id: string;
}

/** Reads a cursor that has the form which the contract asks for. */
export function activityCursor(text: string | undefined): ActivityCursor | undefined {
  const [at, id] = text?.split(',') ?? [];
  return at === undefined || id === undefined ? undefined : { activeAt: new Date(at), id };
}

const EXCERPT_LENGTH = 140;

/** The beginning of a post's text, cut between characters as people see them. */
export function excerpt(text: string): string {
  if (text.length <= EXCERPT_LENGTH) return text;
  let cut = '';
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text.slice(0, 400))) {
    if (cut.length + segment.length > EXCERPT_LENGTH) break;
    cut += segment;
  }
  return `${cut.trimEnd()}…`;
}
