import type { AccessDecisions, TableDecisions } from './decision.ts'

const refused: AccessDecisions = {
  select: 'refused',
  insert: 'refused',
  update: 'refused',
  upsert: 'refused',
  delete: 'refused',
}
const readable: AccessDecisions = { ...refused, select: 'open' }
const closed = { stranger: refused, person: refused, team: refused }

/** The decisions for the tables with the shop's notices and texts. */
export const shopTextTables: Record<string, TableDecisions> = {
  announcement_bar: {
    ...closed,
    columns: '*',
    row: () => ({ id: true, words: 'Sample', is_on: false }),
    change: { words: 'Changed' },
    key: ['id'],
  },
  holiday: {
    ...closed,
    columns: '*',
    row: () => ({
      id: true,
      starts_on: '2026-12-24',
      ends_on: '2027-01-02',
      sends_on: '2027-01-04',
      is_on: false,
    }),
    change: { words: 'Changed' },
    key: ['id'],
  },
  last_boxes: {
    stranger: readable,
    person: readable,
    team: readable,
    columns: '*',
    row: () => ({ kind: 'bear', month: 'October', contents: ['Sample'] }),
    change: { month: 'May' },
    key: ['kind'],
  },
  testimonials: {
    stranger: readable,
    person: readable,
    team: readable,
    columns: '*',
    row: (_, { product }) => ({
      id: product,
      page: 'contact',
      position: 9,
      author: 'Sample',
      location: 'London',
      words: 'Sample',
      color: 'mint',
    }),
    change: { words: 'Changed' },
    key: ['id'],
  },
  faqs: {
    stranger: readable,
    person: readable,
    team: readable,
    columns: '*',
    row: () => ({ id: 'sample', position: 9, question: 'Sample?', answer: 'Sample.' }),
    change: { answer: 'Changed' },
    key: ['id'],
  },
}
