import type { Conversation, ConversationMessage } from '@openhours/contract/conversations.ts';
import { personWith } from './admins.ts';
import type { TestApp } from './test-app.ts';
import type { TestAnswer, TestClient } from './test-client.ts';

/** A doctor with a post, and what people do with it. */
export async function doctorWithPost(app: TestApp) {
  const doctor = await personWith(app, { name: 'Dora Doc', isDoctor: true });
  const postId = await writePost(doctor);
  return { doctor, postId };
}

export async function writePost(by: TestClient, description = 'Drink water.'): Promise<string> {
  const { body } = await by.post('/api/posts', { description });
  return String(body['insertedId']);
}

export const openConversation = (by: TestClient, postId: string): Promise<TestAnswer> =>
  by.post('/api/conversations', { email: by.email, postId });

/** The conversations in the answer to opening one. */
export async function conversationsOn(by: TestClient, postId: string): Promise<Conversation[]> {
  const { body } = await openConversation(by, postId);
  return (body['data'] as { conversations: Conversation[] }).conversations;
}

/** One's own conversation about a post. */
export async function conversationOn(by: TestClient, postId: string): Promise<Conversation> {
  const [only] = await conversationsOn(by, postId);
  if (!only) throw new Error('There is no conversation');
  return only;
}

export const say = (
  by: TestClient,
  conversationId: string,
  message: string,
  more: { _id?: string; at?: string } = {},
): Promise<TestAnswer> => {
  const { at, ...rest } = more;
  return by.request('POST', '/api/conversations/messages', {
    body: { conversationId, message, senderEmail: by.email, ...rest },
    ...(at === undefined ? {} : { at }),
  });
};

export async function messagesOf(by: TestClient, conversationId: string, query = ''): Promise<ConversationMessage[]> {
  const { body } = await by.get(`/api/conversations/${conversationId}/messages${query}`);
  return body as unknown as ConversationMessage[];
}

export async function conversationsOf(by: TestClient, query = ''): Promise<Conversation[]> {
  return (await by.get(`/api/conversations/${by.email}${query}`)).body as unknown as Conversation[];
}

export const markRead = (by: TestClient, conversationId: string, number: number): Promise<TestAnswer> =>
  by.request('PUT', `/api/conversations/${conversationId}/read`, { body: { number } });

export async function unreadOf(by: TestClient): Promise<unknown> {
  return (await by.get(`/api/conversations/${by.email}/unread`)).body;
}
