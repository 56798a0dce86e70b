import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { personWith, type RoledClient } from '../../../testing/admins.ts';
import { bookAs } from '../../../testing/book.ts';
import { openOption } from '../../../testing/clinic.ts';
import { countLockWaits } from '../../../testing/lock-waits.ts';
import { startTestApp } from '../../../testing/test-app.ts';

const app = await startTestApp({ environment: { PHONE_COUNTRY: 'DE' } });
const { pool } = app.database;
const admin = await personWith(app, { name: 'Ada Admin', isAdmin: true });
const desk = await personWith(app, { isFrontDesk: true });
const { optionId, treatmentId } = await openOption(app.database.db, { treatment: 'Cardiology' });
await openOption(app.database.db, { treatment: 'General' });

let day = 7;
let date: string;
let account: RoledClient;
beforeEach(async () => {
  day += 1;
  date = `Jan ${day}, 2024`;
  app.clock = new Date(`2024-01-${String(day).padStart(2, '0')}T08:00:00Z`);
  account = await personWith(app, { name: 'Twyla Twice' });
});

const NINE = '09:00 AM - 09:30 AM';
const TEN = '10:00 AM - 10:30 AM';
const book = (body: Record<string, unknown>) =>
  desk.post('/api/appointments', { appointmentDate: date, treatment: 'Cardiology', slot: NINE, ...body });
/** Somebody without an account, whom the desk books for: their id and that of the appointment. */
async function addPatient({ dateOfBirth, ...wanted }: Record<string, unknown> = {}) {
  const answer = await book({
    newPatient: { name: `Twyla ${day}`, dateOfBirth },
    phone: '030 901820',
    evenIfKnown: true,
    ...wanted,
  });
  const { patientId, _id, reference } = answer.body['appointment'] as Record<string, string>;
  return { id: String(patientId), bookingId: String(_id), reference: String(reference) };
}
/** Somebody whom this account looks after. */
const addChild = async (guardian: RoledClient, dateOfBirth = '2018-02-03') => {
  const child = { name: `Cora ${day}`, relation: 'child', dateOfBirth };
  const { body } = await guardian.post('/api/me/dependants', child);
  return (body['dependant'] as { _id: string })._id;
};
const merge = (from: string, into: string, by = admin) => by.post(`/api/patients/${from}/merge`, { into });
const preview = (from: string, into: string) => admin.get(`/api/patients/${from}/merge?into=${into}`);
const appointmentsOf = async (by: RoledClient) =>
  (await by.get(`/api/bookings?email=${by.email}`)).body as unknown as Record<string, unknown>[];
const mailsTo = async (email: string) => {
  await app.deliverMail();
  return app.mails.filter(({ to }) => to === email);
};

/** The tables, apart from `except`, that have this id anywhere. */
async function tablesWith(id: string, except: readonly string[]): Promise<readonly string[]> {
  const { rows } = await pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await pool.query(`select from "${name}" t where t::text like $1 limit 1`, [`%${id}%`]);
    if (rowCount) found.push(name);
  }
  return found.filter((name) => !except.includes(name)).toSorted();
}

/** What a record without an account can have. */
const GIVEN = [
  'bookings.patient_id',
  'bookings.treated_id',
  'busy_times.holder_id',
  'waiting_list_entries.person_id',
  'waiting_list_entries.treated_id',
];
/** The log cannot be changed. */
const LEFT = ['audit_entries.subject_id'];
/** What only somebody who has signed in has or does. */
const OF_ACCOUNTS = [
  'accounts.person_id',
  'appointment_options.doctor_id',
  'audit_entries.actor_id',
  'blocks.blocked_id',
  'blocks.blocker_id',
  'booking_history.changed_by',
  'booking_notes.struck_by',
  'booking_notes.written_by',
  'bookings.changed_by',
  'bookings.told_by',
  'calendar_feeds.person_id',
  'conversation_participants.person_id',
  'conversations.author_id',
  'conversations.opener_id',
  'doctor_pages.doctor_id',
  'image_quotas.person_id',
  'images.owner_id',
  'invitations.invited_by',
  'message_choices.person_id',
  'messages.sender_id',
  'passkeys.person_id',
  'payments.taken_by',
  'people.guardian_id',
  'posts.author_id',
  'refunds.done_by',
  'refunds.requested_by',
  'reports.decided_by',
  'reports.reporter_id',
  'reports.writer_id',
  'running_late.said_by',
  'sessions.person_id',
  'two_factors.person_id',
];

describe('two records of one person', () => {
  it('are one afterwards: the account has all that refers to the other, which is deleted', async () => {
    const { id, bookingId, reference } = await addPatient({ dateOfBirth: '1950-03-31' });
    await desk.post(`/api/appointments/${bookingId}/payments`, { method: 'cash', price: 50 });
    await desk.post(`/api/bookings/${bookingId}/notes`, { text: 'Uses a wheelchair.' });
    const entryId = uuidv7();
    await pool.query(
      `insert into waiting_list_entries (id, person_id, treated_id, treatment_id, first_day, last_day, joined_at)
       values ($1, $2, $2, $3, '2024-02-01', '2024-02-03', now())`,
      [entryId, id, treatmentId],
    );
    await pool.query(
      `insert into busy_times (id, kind, calendar_id, day, start_minute, starts_at, busy_until, expires_at, holder_id, option_id)
       values ($1, 'offer', $2, '2024-02-02', 540, '2024-02-02T09:00Z', '2024-02-02T09:30Z', '2024-02-01T09:00Z', $3, $2)`,
      [uuidv7(), optionId, id],
    );
    await pool.query(
      `insert into outgoing_messages (id, kind, person_id, about, queued_at, due_at, try_until)
       values ($1, 'running-late', $2, '{}', now(), now(), now())`,
      [uuidv7(), id],
    );

    const sides = {
      from: {
        _id: id,
        name: `Twyla ${day}`,
        dateOfBirth: '1950-03-31',
        appointments: 1,
        dependants: 0,
        can: { merge: true },
      },
      into: { _id: account.id, name: 'Twyla Twice', email: account.email, appointments: 0 },
    };
    const before = await preview(id, account.id);
    expect(before.body).toMatchObject(sides);
    expect(before.body).not.toHaveProperty('refusal');
    const merged = { _id: account.id, name: 'Twyla Twice', phone: '+49 30 901820', dateOfBirth: '1950-03-31' };
    expect(await merge(id, account.id)).toMatchObject({ status: 200, body: { patient: merged } });

    expect(await appointmentsOf(account)).toMatchObject([
      { _id: bookingId, patient: 'Twyla Twice', email: account.email, paid: true, isForSomebodyElse: false },
    ]);
    expect(await tablesWith(id, ['live_events'])).toEqual(['audit_entries', 'people']);
    expect(await tablesWith(entryId, [])).toEqual(['waiting_list_entries']);
    const { rows } = await pool.query('select name, deleted_at is not null as gone, phone from people where id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ name: `Twyla ${day}`, gone: true, phone: null }]);
    // What waited for an address, and about the merge.
    const subjects = (await mailsTo(account.email)).map(({ subject }) => subject);
    expect(subjects).toEqual([expect.stringMatching(/^Receipt/), expect.stringMatching(/^More appointments/)]);
    const lines = async (on: string) => (await admin.get(`/api/audit?what=merge-patients&on=${on}`)).body;
    expect(await lines(id)).toMatchObject([{ detail: 'now part of the account of Twyla Twice' }]);
    expect(await lines(account.id)).toMatchObject([
      {
        detail: `with 1 appointment (${reference}) of Twyla ${day}, who had no account; phone number and date of birth added`,
      },
    ]);
    expect((await merge(id, account.id)).status).toBe(404);
  });

  it('keep the data that the account had', async () => {
    const { id } = await addPatient({ dateOfBirth: '1950-03-31' });
    await pool.query("update people set phone = '+4930111', date_of_birth = '1951-01-01' where id = $1", [account.id]);
    expect((await merge(id, account.id)).body).toMatchObject({
      patient: { phone: '+49 30 111', dateOfBirth: '1951-01-01' },
    });
  });

  it('leave the account without a number if it has a second factor', async () => {
    const { id, reference } = await addPatient({ dateOfBirth: '1950-03-31' });
    await pool.query(
      "insert into two_factors (id, person_id, secret, backup_codes, verified) values ($1, $2, '', '', true)",
      [uuidv7(), account.id],
    );
    expect((await merge(id, account.id)).body).toMatchObject({ patient: { phone: '', dateOfBirth: '1950-03-31' } });
    expect((await admin.get(`/api/audit?what=merge-patients&on=${account.id}`)).body).toMatchObject([
      { detail: `with 1 appointment (${reference}) of Twyla ${day}, who had no account; date of birth added` },
    ]);
  });

  const wait = async (
    personId: string,
    entry: { joinedAt: string; days: readonly [string, string]; times?: string[] },
  ) => {
    const id = uuidv7();
    await pool.query(
      `insert into waiting_list_entries (id, person_id, treated_id, treatment_id, first_day, last_day, times, joined_at)
       values ($1, $2, $2, $3, $4, $5, $6, $7)`,
      [id, personId, treatmentId, ...entry.days, entry.times ?? [], entry.joinedAt],
    );
    return id;
  };
  const placesOf = async (personId: string) => {
    const { rows } = await pool.query(
      `select id, first_day || ' ' || last_day as days, times, ended_as from waiting_list_entries
       where person_id = $1 and treated_id = $1 order by joined_at`,
      [personId],
    );
    return rows;
  };

  it.each([
    [['evening'], ['evening', 'morning'], ['morning', 'evening']],
    [['evening'], [], []],
  ])(
    'keep the earlier of two places on the waiting list for the same, with the days and times of both (%j, %j)',
    async (one, other, both) => {
      const { id } = await addPatient();
      const laterDays = ['2024-02-10', '2024-02-12'] as const;
      const later = await wait(account.id, { joinedAt: '2024-01-03T00:00Z', days: laterDays, times: other });
      const earlier = await wait(id, { joinedAt: '2024-01-02T00:00Z', days: ['2024-02-01', '2024-02-03'], times: one });
      expect((await merge(id, account.id)).status).toBe(200);
      expect(await placesOf(account.id)).toEqual([
        { id: earlier, days: '2024-02-01 2024-02-12', times: both, ended_as: null },
        { id: later, days: laterDays.join(' '), times: other, ended_as: 'over' },
      ]);
    },
  );

  it('wait no longer for what the other has booked', async () => {
    const { id } = await addPatient();
    const entry = { joinedAt: '2024-01-02T00:00Z', days: ['2024-01-01', '2024-01-31'] } as const;
    await wait(account.id, entry);
    expect((await merge(id, account.id)).status).toBe(200);
    expect(await placesOf(account.id)).toMatchObject([{ ended_as: 'booked' }]);

    const another = await personWith(app, { name: 'Twyla Twice' });
    expect(
      (await bookAs(another, { appointmentDate: date, treatment: 'Cardiology', slot: TEN, price: 50 })).status,
    ).toBe(200);
    const record = { name: 'Third Record', phone: '030 901820' };
    const { body } = await book({
      newPatient: record,
      phone: record.phone,
      evenIfKnown: true,
      treatment: 'General',
      slot: '11:00 AM - 11:30 AM',
    });
    const { patientId } = body['appointment'] as Record<string, string>;
    await wait(String(patientId), entry);
    // Somebody who has an appointment can wait for another one.
    await wait(another.id, { ...entry, joinedAt: '2024-01-03T00:00Z' });
    expect((await merge(String(patientId), another.id)).status).toBe(200);
    expect(await placesOf(another.id)).toMatchObject([{ ended_as: 'booked' }, { ended_as: null }]);
  });

  it('are merged by an admin only, and not by adding the address of the account', async () => {
    const { id } = await addPatient();
    // The number can also be one of an email address.
    const seenBy = async (by: RoledClient) => (await by.get(`/api/patients?search=twyla+${day}`)).body;
    const record = (merge: boolean) => expect.objectContaining({ _id: id, can: expect.objectContaining({ merge }) });
    expect(await seenBy(desk)).toContainEqual(record(false));
    expect(await seenBy(admin)).toContainEqual(record(true));
    expect((await merge(id, account.id, desk)).status).toBe(403);
    const add = async (by: RoledClient) =>
      (await by.request('PUT', `/api/patients/${id}`, { body: { email: account.email } })).body;
    const taken = `There is already an account with the email address ${account.email}. If it is this patient's, `;
    expect(await add(desk)).toMatchObject({ code: 'EMAIL_TAKEN', message: `${taken}an admin can merge the two.` });
    expect(await add(admin)).toMatchObject({ message: `${taken}choose 'Same person as…'.` });
    expect(await appointmentsOf(account)).toEqual([]);
  });

  it('stay two if the one that would go has an account, if they are one already, or if somebody else may have opened the account', async () => {
    const { id } = await addPatient();
    expect(await merge(account.id, desk.id)).toMatchObject({ status: 409, body: { code: 'HAS_ACCOUNT' } });
    expect(await merge(id, id)).toMatchObject({ status: 409, body: { code: 'SAME_RECORD' } });
    const stranger = await personWith(app, { name: 'Sam Stranger', emailVerified: false });
    expect(await merge(id, stranger.id)).toMatchObject({ status: 409, body: { code: 'EMAIL_UNCONFIRMED' } });
    expect((await preview(id, stranger.id)).body).toMatchObject({
      refusal: expect.stringContaining('never confirmed'),
    });
    expect((await preview(id, uuidv7())).status).toBe(404);
  });

  it.each([
    ['at the same time', { treatment: 'General', slot: NINE }],
    ['for one treatment on one day', { treatment: 'Cardiology', slot: TEN }],
  ])('stay two if both have an appointment %s', async (_, theirs) => {
    const { id, bookingId } = await addPatient();
    expect((await bookAs(account, { appointmentDate: date, price: 50, ...theirs })).status).toBe(200);
    const message =
      `One person cannot have both of these appointments on ${date}: Cardiology, ${NINE}, and ${theirs.treatment}, ` +
      `${theirs.slot}. If this is one person, cancel or move one of them first.`;
    expect((await preview(id, account.id)).body).toMatchObject({ refusal: message });
    expect(await merge(id, account.id)).toMatchObject({ status: 409, body: { code: 'BOTH_BOOKED', message } });
    await pool.query("update bookings set state = 'no-show' where treated_id in ($1, $2)", [id, account.id]);
    expect((await preview(id, account.id)).body).toMatchObject({
      refusal: expect.stringContaining('Neither can be cancelled'),
    });
    await pool.query("update bookings set state = 'booked' where id = $1", [bookingId]);
    await pool.query("update bookings set state = 'cancelled', change_reason = 'Twice.' where id = $1", [bookingId]);
    expect((await merge(id, account.id)).status).toBe(200);
  });

  it.each([0, 1])(
    'are merged before or after an appointment at the same time is booked, not both (%i)',
    async (first) => {
      const { id } = await addPatient();
      const timetable = await pool.connect();
      try {
        await timetable.query('begin');
        await timetable.query("select pg_advisory_xact_lock(hashtext('openhours'), hashtext('timetable'))");
        const steps = [
          () => merge(id, account.id),
          () => bookAs(account, { appointmentDate: date, treatment: 'General', slot: NINE, price: 50 }),
        ];
        const begun: ReturnType<typeof merge>[] = [];
        for (const step of first === 0 ? steps : steps.toReversed()) {
          begun.push(step());
          await expect.poll(() => countLockWaits(pool)).toBe(begun.length);
        }
        await timetable.query('commit');
        const answers = await Promise.all(begun);
        const refused = answers.filter(({ status }) => status === 409);
        expect(refused).toMatchObject([{ body: { code: expect.stringMatching(/BOTH_BOOKED|ELSEWHERE/) } }]);
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      } finally {
        timetable.release();
      }
    },
  );

  it('of an admin are merged once, however often they ask at the same moment', async () => {
    const { id: from } = await addPatient();
    const answers = await Promise.all(Array.from({ length: 8 }, () => merge(from, admin.id)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(7).fill(404)]);
  });

  it('take an appointment along that is booked meanwhile for the one that goes, or refuse it', async () => {
    const { id } = await addPatient();
    const [merged, booked] = await Promise.all([
      merge(id, account.id),
      book({ patientId: id, treatment: 'General', slot: TEN }),
    ]);
    expect(merged.status).toBe(200);
    expect(await appointmentsOf(account)).toHaveLength(booked.status === 200 ? 2 : 1);
    const { rows } = await pool.query('select from bookings where $1 in (patient_id, treated_id)', [id]);
    expect(rows).toEqual([]);
  });

  it('may be a child whom somebody looked after: what they booked stays with them, and they are told', async () => {
    const guardian = await personWith(app, { name: 'Greta Guardian' });
    const id = await addChild(guardian, '2008-02-03');
    const booking = { appointmentDate: date, treatment: 'General', slot: TEN, price: 50, treatedId: id };
    expect((await bookAs(guardian, booking)).status).toBe(200);
    const wait = { treatment: 'General', from: '2024-02-01', to: '2024-02-03', treatedId: id };
    expect((await guardian.post('/api/waiting-list', wait)).status).toBe(200);

    expect((await preview(id, account.id)).body).toMatchObject({ from: { guardian: 'Greta Guardian' } });
    expect((await merge(id, account.id)).status).toBe(200);
    expect(await tablesWith(id, ['live_events'])).toEqual(['audit_entries', 'people']);
    expect(await appointmentsOf(account)).toEqual([]);
    expect(await appointmentsOf(guardian)).toMatchObject([{ patient: `Cora ${day}`, isForSomebodyElse: true }]);
    expect((await guardian.get('/api/me/dependants')).body).toEqual([]);
    expect((await guardian.get('/api/waiting-list')).body).toEqual([]);
    const told = (await mailsTo(guardian.email)).filter(({ subject }) => subject.includes('their own account'));
    expect(told).toMatchObject([{ text: expect.stringContaining(`Cora ${day} has an account of their own`) }]);
    expect(await mailsTo(account.email)).toEqual([]);
  });

  it('can both be without an account: the other has the appointments afterwards, and nobody gets an email', async () => {
    const { id, reference } = await addPatient({ dateOfBirth: '1950-03-31' });
    const other = await addPatient({ slot: TEN, treatment: 'General' });
    expect((await preview(id, other.id)).body).not.toHaveProperty('refusal');
    const mails = app.mails.length;
    expect(await merge(id, other.id)).toMatchObject({
      status: 200,
      body: { patient: { _id: other.id, email: '', dateOfBirth: '1950-03-31' } },
    });
    expect(await tablesWith(id, ['live_events'])).toEqual(['audit_entries', 'people']);
    const found = (await desk.get(`/api/appointments?person=${other.id}`)).body;
    expect(found).toMatchObject([
      { reference, patientId: other.id, email: '', isForSomebodyElse: false },
      { reference: other.reference, patientId: other.id },
    ]);
    await app.deliverMail();
    expect(app.mails).toHaveLength(mails);
    expect((await admin.get(`/api/audit?what=merge-patients&on=${id}`)).body).toMatchObject([
      { detail: `now part of the record of Twyla ${day}` },
    ]);
  });

  it('can be of a child whom somebody looks after: the appointments come under their account, and they are told', async () => {
    const guardian = await personWith(app, { name: 'Greta Guardian' });
    const { id, bookingId } = await addPatient();
    const childId = await addChild(guardian);
    const entryId = uuidv7();
    await pool.query(
      `insert into waiting_list_entries (id, person_id, treated_id, treatment_id, first_day, last_day, joined_at)
       values ($1, $2, $2, $3, '2024-02-01', '2024-02-03', now())`,
      [entryId, id, treatmentId],
    );
    expect((await merge(id, childId)).status).toBe(200);
    expect(await appointmentsOf(guardian)).toMatchObject([
      { _id: bookingId, email: guardian.email, isForSomebodyElse: true, can: { cancel: true } },
    ]);
    expect((await guardian.get('/api/waiting-list')).body).toMatchObject([{ _id: entryId }]);
    expect((await guardian.get('/api/me/dependants')).body).toMatchObject([{ _id: childId }]);
    const subject = expect.stringMatching(/^More appointments/);
    const text = expect.stringContaining(`had Cora ${day}, whom you look after, in its records twice`);
    expect(await mailsTo(guardian.email)).toContainEqual(expect.objectContaining({ subject, text }));
    expect(await tablesWith(id, ['live_events'])).toEqual(['audit_entries', 'people']);
  });

  it('can both be in one account: its owner added a child twice', async () => {
    const guardian = await personWith(app, { name: 'Greta Guardian' });
    const [twice, childId] = [await addChild(guardian), await addChild(guardian)];
    const booking = { appointmentDate: date, treatment: 'General', slot: TEN, price: 50, treatedId: twice };
    expect((await bookAs(guardian, booking)).status).toBe(200);
    expect((await merge(twice, childId)).status).toBe(200);
    expect(await appointmentsOf(guardian)).toMatchObject([{ patient: `Cora ${day}`, isForSomebodyElse: true }]);
    expect((await guardian.get('/api/me/dependants')).body).toMatchObject([{ _id: childId }]);
    expect((await mailsTo(guardian.email)).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Your appointment/),
    ]);
  });

  it('stay two if somebody looks after the one that would go, or if the account may not be theirs', async () => {
    const guardian = await personWith(app, { name: 'Greta Guardian' });
    const childId = await addChild(guardian);
    const { id } = await addPatient();
    const open = `Greta Guardian looks after this patient. Open the other record of Twyla ${day} and merge it into this one.`;
    expect(await merge(childId, id)).toMatchObject({ status: 409, body: { code: 'LOOKED_AFTER', message: open } });
    const second = await addChild(await personWith(app, { name: 'Gus Guardian' }));
    const two = 'Greta Guardian looks after one of them, and Gus Guardian after the other. Only one of them can.';
    expect((await preview(childId, second)).body).toMatchObject({ refusal: two });
    const stranger = await personWith(app, { name: 'Sam Stranger', emailVerified: false });
    expect(await merge(id, await addChild(stranger))).toMatchObject({
      status: 409,
      body: { code: 'EMAIL_UNCONFIRMED', message: expect.stringContaining('Sam Stranger, who looks after') },
    });
    expect((await desk.get(`/api/appointments?person=${id}`)).body).toHaveLength(1);
  });

  it('stay two if the owner of the account looks after the other', async () => {
    const guardian = await personWith(app, { name: 'Greta Guardian' });
    const id = await addChild(guardian);
    const message = `Greta Guardian looks after Cora ${day}. These are two people.`;
    expect((await preview(id, guardian.id)).body).toMatchObject({ refusal: message });
    expect(await merge(id, guardian.id)).toMatchObject({ status: 409, body: { code: 'LOOKS_AFTER', message } });
    expect((await guardian.get('/api/me/dependants')).body).toHaveLength(1);
  });

  it('leave nothing behind in a table that refers to people', async () => {
    const { rows } = await pool.query<{ column: string }>(`
      select c.conrelid::regclass || '.' || a.attname as "column" from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
      where c.contype = 'f' and c.confrelid = 'people'::regclass order by 1`);
    const known = [...GIVEN, ...LEFT, ...OF_ACCOUNTS];
    expect(rows.map(({ column }) => column)).toEqual(known.toSorted());
  });
});
