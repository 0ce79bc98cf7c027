import type { AccessDecisions, TableDecisions } from './decision.ts'

const refused: AccessDecisions = {
  select: 'refused',
  insert: 'refused',
  update: 'refused',
  upsert: 'refused',
  delete: 'refused',
}
const closed = { stranger: refused, person: refused, team: refused }

/** The decisions for tables that pages and the desk only read through functions. */
export const deskTables: Record<string, TableDecisions> = {
  venues: {
    ...closed,
    columns: '*',
    row: () => ({
      slug: 'sample',
      name: 'Sample',
      street: '1 Example Road',
      locality: 'London',
      postcode: 'SE5 8ZZ',
    }),
    change: { name: 'Changed' },
    key: ['slug'],
  },
  dates: {
    ...closed,
    columns: '*',
    row: () => ({
      slug: 'sample',
      kind: 'market',
      venue: 'the-formica-cafe',
      title: 'Sample',
      day: '2026-12-05',
      begins: '10:00',
      ends: '15:00',
    }),
    change: { title: 'Changed' },
    key: ['slug'],
  },
  date_changes: {
    ...closed,
    columns: '*',
    row: () => ({ slug: 'taco-tuesday', day: '2026-12-01', state: 'cancelled' }),
    change: { state: 'on' },
    key: ['slug', 'day'],
  },
}
