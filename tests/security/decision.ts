export const verbs = ['select', 'insert', 'update', 'upsert', 'delete'] as const
export type Verb = (typeof verbs)[number]

/** `empty`: the request is allowed, but rows of other users are neither returned nor changed. */
export type Decision = 'open' | 'empty' | 'refused'
export type Decisions = Record<Verb, Decision>

export interface TableDecisions {
  /** Requests with the publishable key alone. */
  stranger: Decisions
  /** Requests of a signed-in user for rows of another user. */
  person: Decisions
  /**
   * Staff, including owners with a code: the desk has views and functions, and no more rights to a table than others.
   */
  team: Decisions
  /** Selected columns; the table's rights may be per column. */
  columns: string
  /** A row of another account, inserted by the owner of the database. */
  row: (other: { id: string; email: string }, ids: SampleIds) => Record<string, unknown>
  /** A change of that row that looks harmless. */
  change: Record<string, unknown>
  /** The columns that identify the row. */
  key: string[]
  /** The columns by which an upsert identifies the row, when they differ from `key`. */
  upsertKey?: Record<string, unknown>
}

/** Ids by which sample rows refer to one another. */
export interface SampleIds {
  product: string
  cart: string
  order: string
  box: string
  line: string
  outbox: string
  enquiry: string
  request: string
}
