import {
  type Label,
  LABEL_COLUMNS,
  getLabel,
  type LabelRow,
  unknownLabel,
} from '../../../domain/avoid.ts'
import { logFailure } from '../browser/browser-log.ts'
import { callRest } from '../backend-client/api.ts'

/** The maximum number of keys per request, so that its URL stays short enough for servers and proxies. */
const maxKeysPerRequest = 60

/**
 * Loads the labels of products by id or slug. The requests do not contain the avoid list, which never leaves the browser. A product
 * that is not on sale, or whose request fails, has the label `unknownLabel`; failures are logged.
 */
export async function loadAllergenLabels(
  column: 'id' | 'slug',
  keys: readonly string[],
): Promise<Map<string, Label>> {
  const labels = new Map<string, Label>(keys.map((key) => [key, unknownLabel]))
  for (let start = 0; start < keys.length; start += maxKeysPerRequest) {
    const quotedKeys = keys
      .slice(start, start + maxKeysPerRequest)
      .map((key) => `"${key.replaceAll('"', '')}"`)
    const query = new URLSearchParams({
      select: LABEL_COLUMNS,
      active: 'eq.true',
      [column]: `in.(${quotedKeys.join(',')})`,
    })
    try {
      const rows = (await callRest(`/products?${query}`)) as (LabelRow &
        Record<typeof column, string>)[]
      for (const row of rows) labels.set(row[column], getLabel(row))
    } catch (cause) {
      logFailure('Labels: could not be loaded', cause)
    }
  }
  return labels
}
