import { amountText } from '@openhours/contract/money.ts';
import { useState } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { type ColumnSorting, Table, type TableColumn } from '../../ui/table.tsx';
import { WrittenText } from '../feed/written-text.tsx';
import { BothThemes, Example, GallerySection } from './gallery-section.tsx';

const longName = 'Dr. Maximiliana Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh';
const openedAt = Date.now();
const secondsAgo = [0, 330, 7300, 90_000, 1_000_000, 70_000_000];

export function People() {
  return (
    <GallerySection title="People and their texts" intro="Names can be long, photos can be missing or broken.">
      <BothThemes label="People and their texts">
        <Example caption="Avatars: three sizes, a photo, initials, no name, a photo that does not load">
          <Avatar name="Hana Sato" photoURL="/portraits/hana-sato.svg" size="large" />
          <Avatar name="Hana Sato" photoURL="/portraits/hana-sato.svg" />
          <Avatar name="Hana Sato" photoURL="/portraits/hana-sato.svg" size="small" />
          <Avatar name="Dr. Jonas Berg" />
          <Avatar name="" />
          <Avatar name="Mei Tanaka" photoURL="/robots.txt" />
        </Example>
        <Example caption="A long name in a card, with its state" className="block">
          <Card className="grid gap-4">
            <div className="flex items-center gap-4 large-text:flex-wrap">
              <Avatar name={longName} />
              <div className="min-w-0">
                <p className="font-semibold wrap-anywhere">{longName}</p>
                <p className="text-sm text-muted">
                  Written <RelativeTime instant={new Date(openedAt - 330_000)} />
                </p>
              </div>
            </div>
            <WrittenText
              text={
                'Line breaks stay,\n<b>markup</b> is text, addresses are links: https://example.com/heart?a=1. ' +
                'Only http and https become links, not javascript:alert(1).'
              }
            />
            <WrittenText text="وقت العيادة من التاسعة حتى الخامسة" />
          </Card>
        </Example>
        <Example caption="Badges: the meaning is in the text, not the colour">
          <Badge>Cancelled</Badge>
          <Badge tone="positive">Confirmed</Badge>
          <Badge tone="warning">Being checked</Badge>
          <Badge tone="danger">Refused</Badge>
        </Example>
        <Example caption="How long ago: hover one for the exact time" className="flex flex-wrap gap-x-5 gap-y-1">
          {secondsAgo.map((seconds) => (
            <RelativeTime key={seconds} instant={new Date(openedAt - seconds * 1000)} />
          ))}
        </Example>
      </BothThemes>
    </GallerySection>
  );
}

type Row = { id: string; name: string; day: string; price: number; state: 'Confirmed' | 'Being checked' | 'Cancelled' };

const rows: readonly Row[] = [
  { id: 'a', name: 'Maya Lindqvist', day: 'Nov 21, 2026', price: 90, state: 'Confirmed' },
  { id: 'b', name: longName, day: 'Dec 3, 2026', price: 1200, state: 'Being checked' },
  { id: 'c', name: 'Al', day: 'Jan 8, 2027', price: 60, state: 'Cancelled' },
];
const tones = { Confirmed: 'positive', 'Being checked': 'warning', Cancelled: 'neutral' } as const;

export function Tables() {
  return (
    <GallerySection title="Tables" intro="Below 768 px each row becomes a card. A header can sort: press one.">
      <BothThemes label="Tables" arrangement="below">
        <Example caption="Regular, with sorting" className="block">
          <SortableTable />
        </Example>
        <Example caption="Dense, with a button in each row" className="block">
          <Table
            density="dense"
            caption="Appointments, dense"
            rows={rows}
            rowKey={({ id }) => id}
            columns={[
              { header: '#', cell: (_, index) => <span className="text-muted tabular-nums">{index + 1}</span> },
              ...columnsWith(),
              {
                header: 'Delete',
                inCard: 'plain',
                cell: ({ name }) => (
                  <Button variant="secondary" size="small" className="text-danger!">
                    Delete
                    <span className="sr-only">{name}</span>
                  </Button>
                ),
              },
            ]}
          />
        </Example>
      </BothThemes>
    </GallerySection>
  );
}

type Order = { by: 'name' | 'price'; direction: 'ascending' | 'descending' };

function columnsWith(sortingBy?: (by: Order['by']) => ColumnSorting): readonly TableColumn<Row>[] {
  return [
    {
      header: 'Doctor',
      ...(sortingBy && { sorting: sortingBy('name') }),
      cell: ({ name }) => <span className="font-medium wrap-anywhere">{name}</span>,
    },
    { header: 'Date', cell: ({ day }) => <span className="whitespace-nowrap">{day}</span> },
    { header: 'State', cell: ({ state }) => <Badge tone={tones[state]}>{state}</Badge> },
    {
      header: 'Price',
      ...(sortingBy && { sorting: sortingBy('price') }),
      align: 'end',
      cell: ({ price }) => <span className="tabular-nums">{amountText(price, 'USD')}</span>,
    },
  ];
}

function SortableTable() {
  const [order, setOrder] = useState<Order>();
  const sortingBy = (by: Order['by']): ColumnSorting => {
    const direction = order?.by === by ? order.direction : undefined;
    return {
      direction,
      onSort: () => setOrder({ by, direction: direction === 'ascending' ? 'descending' : 'ascending' }),
    };
  };
  const sorted = order ? rows.toSorted((one, other) => compare(one, other, order)) : rows;
  return <Table caption="Appointments" rows={sorted} rowKey={({ id }) => id} columns={columnsWith(sortingBy)} />;
}

function compare(one: Row, other: Row, { by, direction }: Order): number {
  const difference = by === 'name' ? one.name.localeCompare(other.name) : one.price - other.price;
  return direction === 'ascending' ? difference : -difference;
}
