import {
  type ProductLabel,
  LABEL_COLUMNS,
  getProductLabel,
  type ProductLabelRow,
  unknownProductLabel,
} from '../../../domain/avoid.ts'
import { logFailure } from '../browser/browser-log.ts'
import { callRest } from '../backend-client/api.ts'

/** The maximum number of keys per request, so that its URL stays short enough for servers and proxies. */
const maxKeysPerRequest = 60

/**
 * Loads the labels of products by id or slug. The requests do not contain the avoid list, which never leaves the browser. A product
 * that is not on sale, or whose request fails, has the label `unknownProductLabel`; failures are logged.
 */
export async function loadAllergenLabels(
  column: 'id' | 'slug',
  keys: readonly string[],
): Promise<Map<string, ProductLabel>> {
  const labels = new Map<string, ProductLabel>(keys.map((key) => [key, unknownProductLabel]))
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
      const rows = (await callRest(`/products?${query}`)) as (ProductLabelRow &
        Record<typeof column, string>)[]
      for (const row of rows) labels.set(row[column], getProductLabel(row))
    } catch (cause) {
      logFailure('Labels: could not be loaded', cause)
    }
  }
  return labels
}
