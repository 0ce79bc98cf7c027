import {
  type Label,
  LABEL_COLUMNS,
  getLabel,
  type LabelRow,
  unknownLabel,
} from '../../../domain/avoid.ts'
import { logFailure } from '../browser/browser-log.ts'
import { callRest } from '../backend-client/api.ts'

/** So many fit into an address. */
const atOnce = 60

/** The labels as they are now, for all who ask alike: what is avoided stays here. What has none is not known. */
export async function loadLabels(
  column: 'id' | 'slug',
  keys: readonly string[],
): Promise<Map<string, Label>> {
  const labels = new Map<string, Label>(keys.map((key) => [key, unknownLabel]))
  for (let from = 0; from < keys.length; from += atOnce) {
    const some = keys.slice(from, from + atOnce).map((key) => `"${key.replaceAll('"', '')}"`)
    const query = new URLSearchParams({
      select: LABEL_COLUMNS,
      active: 'eq.true',
      [column]: `in.(${some.join(',')})`,
    })
    try {
      const rows = (await callRest(`/products?${query}`)) as (LabelRow &
        Record<typeof column, string>)[]
      for (const row of rows) labels.set(row[column], getLabel(row))
    } catch (cause) {
      logFailure('Labels: could not be asked for', cause)
    }
  }
  return labels
}
