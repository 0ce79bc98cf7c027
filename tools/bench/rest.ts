import { atLeast, type Figure, figure, type Pace, show } from './figure.ts'
import { describeLoad, duel, type LoadRequest } from './load.ts'
import { aheadOf, others } from './others.ts'
import { withShop, withYardstick } from './servers.ts'

interface Question {
  name: string
  ours: LoadRequest
  /** The same transaction by hand: tests/bench/rest-baseline.ts. */
  bare: LoadRequest
  theirs: (typeof others)[keyof typeof others]
}

const columns = 'select=*,prices(id,stripe_price_id,unit_amount,currency)&active=eq.true'
const slug = 'nashville-chilli-crisp'

/**
 * How fast REST answers, beside a bare handler that runs the same transactions through the same driver. All is asked by
 * a crowd: a single address has only its share of the database (ADR 11), which is not what is measured here.
 */
export async function measureRest(pace: Pace): Promise<Figure[]> {
  return withShop(({ url, databaseUrl, keys }) =>
    withYardstick('bare-rest', { DATABASE_URL: databaseUrl }, async (bare) => {
      const figures: Figure[] = []
      for (const { name, ours, bare: byHand, theirs } of questions(keys.publishable)) {
        const job = { requests: [ours], isCrowd: true }
        const result = await duel(url, bare.url, pace, job, [byHand])
        const beside = `${describeLoad(result.ours)}; bare ${describeLoad(result.theirs)}`
        figures.push(
          figure(`${name}, to a bare handler`, result.ratio, show.ratio, atLeast(0.7), beside),
          aheadOf(`${name}, to the others`, result.ours.rate, theirs),
        )
      }
      return figures
    }),
  )
}

function questions(apikey: string): Question[] {
  const lines = [{ product_id: 'a1b00000-0000-4000-8000-000000000001', quantity: 1 }]
  const post = {
    method: 'POST',
    headers: { apikey },
    body: { p_cart_id: null, p_email: null, p_cart_data: lines },
  } as const
  const headers = { apikey }
  return [
    {
      name: '24 products with their prices',
      ours: { path: `/rest/v1/products?${columns}&order=Sort_order`, headers },
      bare: { path: '/products' },
      theirs: others.list,
    },
    {
      name: 'one product by its slug',
      ours: { path: `/rest/v1/products?${columns}&slug=eq.${slug}`, headers },
      bare: { path: `/products/${slug}` },
      theirs: others.one,
    },
    {
      name: 'a new cart with a line (store_guest_cart)',
      ours: { ...post, path: '/rest/v1/rpc/store_guest_cart' },
      bare: { ...post, path: '/store_guest_cart' },
      theirs: others.cart,
    },
  ]
}
