import { audit } from './audit.ts';
import { booking } from './booking.ts';
import { identity } from './identity.ts';
import { images } from './images.ts';
import { doctors, people } from './people.ts';
import { profile } from './profile.ts';
import { schedule } from './schedule.ts';

/** Every call of the product. Server, typed client, queries, OpenAPI document and reference page follow from it. */
export const contract = { identity, schedule, booking, people, doctors, profile, audit, images };
export type Contract = typeof contract;
