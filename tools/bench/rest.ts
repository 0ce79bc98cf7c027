import { inFreshFolder, readKeys, startShop, startYardstick, withServers } from './children.ts'
import { withDatabase } from './database.ts'
import { describeLoad, duel, type Pace } from './duel.ts'
import { atLeast, type Figure, show } from './figure.ts'
import type { LoadRequest } from './load.ts'
import { describeOthers, others } from './others.ts'

interface Question {
  name: string
  ours: LoadRequest
  /** The same transaction by hand: tests/bench/rest-baseline.ts. */
  bare: LoadRequest
  others: { medusa: number; vendure: number }
}

const columns = 'select=*,prices(id,stripe_price_id,unit_amount,currency)&active=eq.true'
const slug = 'nashville-chilli-crisp'

/**
 * How fast REST answers, beside a bare handler that runs the same transactions through the same driver. All is asked by
 * a crowd: a single address has only its share of the database (ADR 11), which is not what is measured here.
 */
export async function measureRest(pace: Pace): Promise<Figure[]> {
  return withDatabase((DATABASE_URL) =>
    inFreshFolder((folder) =>
      withServers(
        [
          startShop({ DATABASE_URL, DATA_DIR: folder, TRUSTED_PROXIES: 'loopback' }),
          startYardstick('bare-rest', { DATABASE_URL }),
        ],
        async (shop, bare) => {
          const figures: Figure[] = []
          for (const question of await questions(folder)) {
            const { ours, bare: byHand } = question
            const result = await duel(
              { url: shop.url, request: ours },
              { url: bare.url, request: byHand },
              pace,
            )
            const beside = `${describeLoad(result.ours)}; bare ${describeLoad(result.theirs)}`
            figures.push(
              atLeast({
                name: `${question.name}, to a bare handler`,
                value: result.ratio,
                show: show.ratio,
                limit: 0.7,
                beside,
              }),
              aheadOf(question, result.ours.rate),
            )
          }
          return figures
        },
      ),
    ),
  )
}

async function questions(dataDir: string): Promise<Question[]> {
  const keys = await readKeys(dataDir)
  const headers = { apikey: keys.publishable }
  const cart = JSON.stringify({
    p_cart_id: null,
    p_email: null,
    p_cart_data: [{ product_id: 'a1b00000-0000-4000-8000-000000000001', quantity: 1 }],
  })
  const json = { 'content-type': 'application/json' }
  return [
    {
      name: '24 products with their prices',
      ours: {
        path: `/rest/v1/products?${columns}&order=Sort_order`,
        headers,
        isFromCrowd: true,
      },
      bare: { path: '/products', isFromCrowd: true },
      others: others.list,
    },
    {
      name: 'one product by its slug',
      ours: { path: `/rest/v1/products?${columns}&slug=eq.${slug}`, headers, isFromCrowd: true },
      bare: { path: `/products/${slug}`, isFromCrowd: true },
      others: others.one,
    },
    {
      name: 'a new cart with a line (store_guest_cart)',
      ours: {
        method: 'POST',
        path: '/rest/v1/rpc/store_guest_cart',
        headers: { ...headers, ...json },
        body: cart,
        isFromCrowd: true,
      },
      bare: {
        method: 'POST',
        path: '/store_guest_cart',
        headers: json,
        body: cart,
        isFromCrowd: true,
      },
      others: others.cart,
    },
  ]
}

function aheadOf({ name, others: theirs }: Question, rate: number): Figure {
  return atLeast({
    name: `${name}, to the others`,
    value: rate / Math.max(theirs.medusa, theirs.vendure),
    show: show.times,
    limit: 10,
    beside: `${show.rate(rate)}; ${describeOthers(theirs)}`,
  })
}
