import { describe, expect, it } from 'vitest';
import { personWith } from '../../../testing/admins.ts';
import { openOption } from '../../../testing/clinic.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { slugOf } from './doctor-pages.ts';

const app = await startTestApp();
app.clock = new Date('2024-01-05T10:05:00Z');
const maya = await doctor('Maya Lindqvist', ['Dental Care', 'Cardiology']);
await doctor('Amara Nwosu', ['Cardiology']);
await openOption(app.database.db, { treatment: 'General' });

async function doctor(name: string, treatments: readonly string[]) {
  const client = await personWith(app, { name, isDoctor: true });
  for (const treatment of treatments) {
    await openOption(app.database.db, { treatment, doctor: { id: client.id, name, photo: null } });
  }
  return { id: client.id, client };
}

const list = async (query = '') => {
  const { body } = await app.client().get(`/api/doctors/public${query}`);
  return body as unknown as { slug: string; name: string }[];
};
const slugs = async (query = '') => (await list(query)).map(({ slug }) => slug);

describe('the public list of doctors', () => {
  it('is ordered by name, with the treatments and the next free slot of each doctor', async () => {
    const doctors = await list();
    expect(doctors.map(({ name }) => name)).toEqual(['Amara Nwosu', 'Maya Lindqvist']);
    expect(doctors[1]).toEqual({
      slug: 'maya-lindqvist',
      name: 'Maya Lindqvist',
      specialties: ['Cardiology', 'Dental Care'].map((name) => ({
        _id: expect.any(String),
        name,
        optionId: expect.any(String),
        price: 50,
        currency: 'USD',
        minutes: 30,
      })),
      nextFree: {
        optionId: expect.any(String),
        treatment: 'Cardiology',
        date: '2024-01-05',
        slot: '10:30 AM - 11:00 AM',
        startsAt: '2024-01-05T10:30:00.000Z',
      },
    });
  });

  it('contains neither email addresses nor ids of people', async () => {
    const text = JSON.stringify(await list()) + JSON.stringify(await app.client().get('/api/availability'));
    expect(text).not.toContain('@');
    expect(text).not.toContain(maya.id);
  });

  it('can be filtered by doctor and specialty, and is paged', async () => {
    const { body } = await app.client().get('/api/doctors/public/maya-lindqvist');
    expect(body).toEqual((await list())[1]);
    const { body: specialties } = await app.client().get('/api/appointmentSpecialty');
    const dental = (specialties as unknown as { _id: string; name: string }[]).find(
      ({ name }) => name === 'Dental Care',
    );
    expect(await slugs(`?specialty=${dental?._id}`)).toEqual(['maya-lindqvist']);
    expect(await slugs('?limit=1')).toEqual(['amara-nwosu']);
    expect(await slugs('?limit=1&cursor=amara-nwosu')).toEqual(['maya-lindqvist']);
  });

  it('keeps the address of a doctor who is renamed; a doctor of the same name gets a different one', async () => {
    await maya.client.post('/api/auth/update-user', { name: 'Maya Berg' });
    expect((await app.client().get('/api/doctors/public/maya-lindqvist')).body).toMatchObject({ name: 'Maya Berg' });
    const twins = await Promise.all([doctor('Amara Nwosu', ['Dental Care']), doctor('Amara Nwosu', ['Dental Care'])]);
    expect(twins).toHaveLength(2);
    expect(await slugs()).toEqual(['amara-nwosu', 'amara-nwosu-2', 'amara-nwosu-3', 'maya-lindqvist']);
  });

  it('leaves out doctors who cannot be booked, and their pages answer 404', async () => {
    const admin = await personWith(app, { isAdmin: true });
    await admin.request('DELETE', `/api/users/doctor/${maya.id}`);
    expect((await app.client().get('/api/doctors/public/maya-lindqvist')).status).toBe(404);
    expect((await app.client().get('/api/doctors/public/nobody')).status).toBe(404);
    expect(await slugs()).not.toContain('maya-lindqvist');
  });
});

it.each([
  ['Tomás Rivera', 'tomas-rivera'],
  ["Siobhán O'Neil-Smith", 'siobhan-o-neil-smith'],
  ['Дмитрий Йорк', 'дмитрий-йорк'],
  ['佐藤 花', '佐藤-花'],
  ['नूर', 'नूर'],
  ['✱', 'doctor'],
])('turns the name %s into the address %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});
