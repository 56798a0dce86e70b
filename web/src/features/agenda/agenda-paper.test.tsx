import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { AgendaPaper } from './agenda-paper.tsx';
import { layoutOf } from './layout.ts';

const id = '01890000-0000-7000-8000-000000000000';
const calendar = { _id: id, doctorName: 'Maya Lindqvist', options: [] };

it('says of a doctor without appointments that there are none, instead of an empty table', () => {
  const day = {
    calendarId: id,
    date: '2024-01-08',
    hours: [],
    closed: [],
    appointments: [],
    blocks: [],
    held: [],
    offered: [],
    free: [],
  };
  const column = { id, title: 'Dr. Maya Lindqvist', closings: [], calendar, day, layout: layoutOf(day, () => 30) };
  const paper = renderToStaticMarkup(<AgendaPaper columns={[column]} />);
  expect(paper).toContain('No appointments');
  expect(paper).not.toContain('<table');
});
