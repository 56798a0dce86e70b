/**
 * The things that people make or change in the simulation: the kinds of what people do, and the query that lists the things
 * in the database. A deleted thing is not listed. A thing that can change is listed with its state, which contains all that
 * was acknowledged about it. A version counts the changes, so that a change that was made twice is found, too. What the
 * nodes encrypt is sealed: the checker opens it.
 */
export const THINGS = {
  appointment: {
    kinds: ['book', 'move', 'cancel', 'confirm', 'desk-book', 'series', 'arrive', 'cancel-by-closing', 'take-offer'],
    sql: `select id, concat_ws(' ', state, version, day, start_minute,
      case when confirmed_at is not null then 'confirmed' end) as state from bookings`,
  },
  person: {
    kinds: ['sign-up', 'close-account', 'patient', 'join'],
    sql: `select name as id, nullif(concat_ws(' ', case when deleted_at is not null then 'deleted' end,
      case when is_front_desk then 'front desk' end), '') as state from people where name ~ '^(New|Staff|Patient) '`,
  },
  'confirmed number': {
    kinds: ['confirm-number'],
    sql: 'select name as id from people where phone_confirmed_at is not null',
  },
  'text message': {
    kinds: ['text-code'],
    sql: `select name as id from outgoing_messages join people on people.id = person_id where channel = 'text'`,
  },
  'second factor': {
    kinds: ['set-up-app', 'recover'],
    sql: `select name as id, backup_codes as state from two_factors join people on people.id = person_id
      where verified and two_factor_enabled`,
    storesHashes: true,
  },
  dependant: { kinds: ['dependant'], sql: 'select id from people where guardian_id is not null' },
  message: { kinds: ['message'], sql: 'select substr(text, 9) as id from messages' },
  wait: { kinds: ['wait', 'leave', 'stop-waiting'], sql: 'select id, ended_as as state from waiting_list_entries' },
  payment: {
    kinds: ['payment'],
    sql: `select booking_id as id from payments where state = 'paid' and via <> 'clinic'`,
  },
  refund: { kinds: ['refund'], sql: `select id from refunds where state = 'succeeded' and cause = 'admin'` },
  'payment at the clinic': {
    kinds: ['cash', 'correction', 'cash-due', 'pay-out'],
    sql: `select id, concat_ws(' ', state, (select string_agg(concat_ws(' ', cause, amount_minor, r.state), ', ')
      from refunds r where r.payment_id = payments.id)) as state from payments where via = 'clinic'`,
  },
  note: {
    kinds: ['note', 'strike'],
    sql: `select id, case when struck_at is not null then 'struck' end as state from booking_notes`,
  },
  block: { kinds: ['block', 'unblock'], sql: `select id from busy_times where kind = 'block'` },
  closure: { kinds: ['close-day', 'reopen-day'], sql: 'select id from closures' },
  hours: {
    kinds: ['hours'],
    sql: `select c.id, c.version || ' ' || o.closes_minute as state
      from calendars c join opening_hours o on o.calendar_id = c.id where o.opens_minute = 1080`,
  },
  rules: { kinds: ['rules'], sql: `select id::text, version || ' ' || offer_minutes as state from clinic` },
  'legal text': { kinds: ['legal-text'], sql: 'select kind as id, text as state from legal_texts' },
  treatment: {
    kinds: ['treatment', 'price'],
    sql: `select id, price_minor::text as state from treatments where name like 'Made %'`,
  },
  image: {
    kinds: ['image'],
    sql: `select hash as id, case when store is null then 'not stored' end as state from images`,
  },
  post: {
    kinds: ['post', 'delete-post'],
    sql: `select id, image as state from posts where description like 'A post %'`,
  },
  invitation: { kinds: ['invite', 'withdraw', 'accept'], sql: 'select id from invitations' },
} as const;

/**
 * A hold is not checked: the next one replaces it, and it ends by itself. Sessions can be there that nobody knows of,
 * because the answer to a code is lost with its cookie.
 */
const OTHERS = ['hold', 'sign-in-with-code'] as const;

export const KINDS = [...Object.values(THINGS).flatMap(({ kinds }): readonly Kind[] => kinds), ...OTHERS] as const;
export type Kind = (typeof THINGS)[keyof typeof THINGS]['kinds'][number] | (typeof OTHERS)[number];

/** An appointment as it must be. */
export interface AppointmentState {
  readonly state: string;
  readonly version: number;
  readonly day: string;
  readonly startMinute: number;
  readonly isConfirmed?: boolean;
}

/** Its state as the query above returns it. */
export function shown({ state, version, day, startMinute, isConfirmed = false }: AppointmentState): string {
  return [state, version, day, startMinute, ...(isConfirmed ? ['confirmed'] : [])].join(' ');
}
