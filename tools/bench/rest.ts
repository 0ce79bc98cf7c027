import { atLeast, type Figure, createFigure, type BenchSettings, format } from './figure.ts'
import type { RestartableShop } from './restartable-shop.ts'
import { describeLoad, compareServers, type LoadRequest } from './load.ts'
import { withBaselineServer } from './servers.ts'
import { formRequests } from './visitor.ts'

const columns = 'select=*,prices(id,stripe_price_id,unit_amount,currency)&active=eq.true'
const slug = 'nashville-chilli-crisp'
const lines = [{ product_id: 'a1b00000-0000-4000-8000-000000000001', quantity: 1 }]
const [path, body] = formRequests.guestCart(null, lines)

/**
 * REST requests, each with the path at which the baseline server (tests/bench/rest-baseline.ts) runs the same transaction in plain
 * SQL.
 */
const questions: [name: string, ours: LoadRequest, bare: string][] = [
  [
    '24 products with their prices',
    { path: `/rest/v1/products?${columns}&order=Sort_order` },
    '/products',
  ],
  [
    'one product by its slug',
    { path: `/rest/v1/products?${columns}&slug=eq.${slug}` },
    `/products/${slug}`,
  ],
  ['a new cart with a line (store_guest_cart)', { path, body }, '/store_guest_cart'],
]

/**
 * Compares the shop's REST API with a minimal server that runs the same transactions with the same database driver. Sends requests
 * from many IP addresses, because the shop limits the database time of one address (ADR 11), which is not measured here.
 */
export async function measureRest(shop: RestartableShop, pace: BenchSettings): Promise<Figure[]> {
  const DATABASE_URL = await shop.databaseUrl()
  return withBaselineServer('bare-rest', { DATABASE_URL }, async (bare) => {
    const figures: Figure[] = []
    for (const [name, request, path] of questions) {
      const own = { ...request, headers: { apikey: shop.keys.publishable } }
      const job = { requests: [own], isCrowd: true }
      const { ours, theirs, ratio } = await compareServers(shop.url, bare.url, pace, job, [
        { ...own, path },
      ])
      const beside = `${describeLoad(ours)}; bare ${describeLoad(theirs)}`
      figures.push(
        createFigure(`${name}, to a bare handler`, ratio, atLeast(0.87, format.ratio), beside),
      )
    }
    return figures
  })
}
