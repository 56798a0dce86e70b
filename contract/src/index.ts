import { booking } from './booking.ts';
import { identity } from './identity.ts';
import { payments } from './payments.ts';
import { schedule } from './schedule.ts';

/** Every call of the product. Server, typed client, queries, OpenAPI document and reference page follow from it. */
export const contract = { identity, schedule, booking, payments };
export type Contract = typeof contract;
