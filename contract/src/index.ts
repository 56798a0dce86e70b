import { audit } from './audit.ts';
import { booking } from './booking.ts';
import { conversations } from './conversations.ts';
import { feed } from './feed.ts';
import { identity } from './identity.ts';
import { images } from './images.ts';
import { live } from './live.ts';
import { moderation } from './moderation.ts';
import { payments } from './payments.ts';
import { doctors, people } from './people.ts';
import { profile } from './profile.ts';
import { schedule } from './schedule.ts';

/** Every call of the product. Server, typed client, queries, OpenAPI document and reference page follow from it. */
export const contract = {
  identity,
  schedule,
  booking,
  payments,
  people,
  doctors,
  profile,
  audit,
  images,
  feed,
  conversations,
  moderation,
  live,
};
export type Contract = typeof contract;
