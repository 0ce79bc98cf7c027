export const verbs = ['select', 'insert', 'update', 'upsert', 'delete'] as const
export type Verb = (typeof verbs)[number]

/**
 * The permission of a kind of request. `empty` means that it is allowed, but returns or changes no rows of other users.
 */
export type AccessDecision = 'open' | 'empty' | 'refused'
export type AccessDecisions = Record<Verb, AccessDecision>

export interface TableDecisions {
  /** Requests with the publishable key, without a user. */
  stranger: AccessDecisions
  /** Requests of a signed-in user, for rows of another user. */
  person: AccessDecisions
  /**
   * Requests of staff, including owners with a second factor. The desk uses views and functions, so staff have no more
   * rights to a table than other users.
   */
  team: AccessDecisions
  /** The columns to select, because rights may differ per column. */
  columns: string
  /** Returns a row of another user, which the test inserts as the owner of the database. */
  row: (other: { id: string; email: string }, ids: SampleIds) => Record<string, unknown>
  /** The columns of `row` that the test tries to change, with harmless new values. */
  change: Record<string, unknown>
  /** The columns by which the test selects `row`. */
  key: string[]
  /** The values by which an upsert finds `row`, when they are not those of the columns in `key`. */
  upsertKey?: Record<string, unknown>
}

/** The ids of sample rows to which other sample rows refer. */
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
