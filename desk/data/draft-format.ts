import * as v from 'valibot'

/** Reads and writes the stored form of a draft, which an earlier version of the desk may have written. */
export interface DraftFormat<Typed, Row> {
  /** Returns the typed values and the row that they are based on; null when there is no draft, or it is invalid. */
  read: (stored: unknown, row: Row, saved: Typed) => { typed: Typed; base: Row } | null
  write: (typed: Typed, base: Row) => object
}

type Schema<T> = v.GenericSchema<unknown, T>
const fields = v.record(v.string(), v.unknown())
const pair = v.object({ typed: v.unknown(), base: v.unknown() })
const withDefaults = (defaults: unknown, value: unknown): unknown =>
  v.is(fields, value) ? { ...(v.is(fields, defaults) && defaults), ...value } : value

/**
 * A draft format that stores, beside the typed values, the whole row that they are based on. Fields that are missing in a stored
 * draft get their saved value.
 */
export function createRowDraftFormat<Typed, Row>(
  values: Schema<Typed>,
  rowSchema: Schema<Row>,
): DraftFormat<Typed, Row> {
  return {
    read: (stored, row, saved) => {
      if (!v.is(pair, stored)) return null
      const typed = v.safeParse(values, withDefaults(saved, stored.typed))
      const base = v.safeParse(rowSchema, withDefaults(row, stored.base))
      return typed.success && base.success ? { typed: typed.output, base: base.output } : null
    },
    write: (typed, base) => ({ typed, base }),
  }
}

/** A draft format that stores, in the same object as the typed values, the version of the row that they are based on. */
export function createVersionDraftFormat<Typed extends object, Row extends object | null>(
  values: Schema<Typed>,
  version: Schema<Partial<Row>>,
): DraftFormat<Typed, Row> {
  return {
    read: (stored, row) => {
      const typed = v.safeParse(values, stored)
      const seen = v.safeParse(version, stored)
      return typed.success && seen.success
        ? { typed: typed.output, base: row && { ...row, ...seen.output } }
        : null
    },
    write: (typed, base) => ({ ...typed, ...v.parse(version, base ?? {}) }),
  }
}
