import { describe, expect, it } from 'vitest';
import { personWith } from '../../../testing/admins.ts';
import { openOption } from '../../../testing/clinic.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { listDoctorSlugs } from './availability-store.ts';
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

const profile = async (slug: string) => (await app.client().get(`/api/doctors/public/${slug}`)).body;
const slugs = () => listDoctorSlugs(app.database.db, 100);

describe('the public profile of a doctor', () => {
  it('has the name and the treatments that can be booked with them', async () => {
    expect(await profile('maya-lindqvist')).toEqual({
      slug: 'maya-lindqvist',
      name: 'Maya Lindqvist',
      specialties: [{ name: 'Cardiology' }, { name: 'Dental Care' }],
    });
  });

  it('neither it nor the free times contain email addresses or ids of people', async () => {
    const { body: options } = await app.client().get('/api/availability');
    const text = JSON.stringify([await profile('maya-lindqvist'), options]);
    expect(text).toContain('Maya Lindqvist');
    expect(text).not.toContain('@');
    expect(text).not.toContain(maya.id);
  });

  it('keeps its address if the doctor is renamed; a doctor of the same name gets a different one', async () => {
    await maya.client.post('/api/auth/update-user', { name: 'Maya Berg' });
    expect(await profile('maya-lindqvist')).toMatchObject({ name: 'Maya Berg' });
    const twins = await Promise.all([doctor('Amara Nwosu', ['Dental Care']), doctor('Amara Nwosu', ['Dental Care'])]);
    expect(twins).toHaveLength(2);
    expect(await slugs()).toEqual(['amara-nwosu', 'amara-nwosu-2', 'amara-nwosu-3', 'maya-lindqvist']);
  });

  it('is not there for doctors who cannot be booked', async () => {
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
