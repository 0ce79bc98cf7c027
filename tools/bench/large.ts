import { countIn, inBulk, type Sql, withDatabase, withSql } from './database.ts'
import {
  atMost,
  exactly,
  type Figure,
  figure,
  median,
  type Pace,
  percentile,
  show,
} from './figure.ts'
import { withYardstick } from './servers.ts'
import { createVisitor } from './visitor.ts'

/** As many products, orders and carts as a large shop has. */
export const large = { products: 10_000, orders: 100_000, carts: 1_000_000 }
const sitemap = '/sitemap.xml'
const pages = [
  '/shop',
  '/shop?filter=spicy',
  '/shop?sort=price',
  '/search?q=nashville',
  '/search?q=sauce',
  '/search?q=crisp+shallots+please',
  '/shop/chilli-crisp/nashville-chilli-crisp',
  '/',
  sitemap,
]
const visitsInRound = 8

interface Visits {
  taken: number[]
  body: string
}

/**
 * A shop with a few products, and the same with as many products, orders and carts as a large one has: side by side, so
 * that what else the machine does falls on both.
 */
export async function measureLarge({ rounds }: Pace): Promise<Figure[]> {
  return withDatabase((few) =>
    withDatabase(async (many) => {
      const products = await withSql(many, (sql) => fill(sql, large))
      const found = await withYardstick('uncached', { DATABASE_URL: few }, (small) =>
        withYardstick('uncached', { DATABASE_URL: many }, (big) =>
          visitAll([small.url, big.url], rounds),
        ),
      )
      const bodyOf = (path: string) => found.find(([one]) => one === path)?.[2].body ?? ''
      const said = /<b>([\d,]+)<\/b>[^<]*sticker/.exec(bodyOf('/shop').replaceAll('<!-- -->', ''))
      const listed = bodyOf(sitemap).split('/shop/').length - 1
      return [
        ...found.map(([path, small, big]) => describePage(path, small, big)),
        figure(
          'products that /shop says there are',
          Number(said?.[1]?.replace(',', '')),
          exactly(products),
        ),
        figure('products in the sitemap', listed, exactly(products)),
      ]
    }),
  )
}

/** Each path in turn, and each shop in turn with it. The first rounds find the servers' code cold and are left out. */
async function visitAll(
  urls: string[],
  rounds: number,
): Promise<[path: string, small: Visits, big: Visits][]> {
  const visitors = urls.map((url) => createVisitor(url, {}))
  const none = (): Visits => ({ taken: [], body: '' })
  const found = pages.map((path): [string, Visits, Visits] => [path, none(), none()])
  for (let round = 0; round < 2 * rounds; round++)
    for (const [path, ...shops] of found)
      for (const [index, visits] of shops.entries())
        for (let visit = 0; visit < visitsInRound; visit++) {
          const answer = await visitors[index]?.ask(path)
          if (answer?.status !== 200) throw new Error(`${path} answered ${answer?.status}`)
          if (round >= rounds) visits.taken.push(answer.ms)
          visits.body = answer.body.toString()
        }
  for (const { leave } of visitors) leave()
  return found
}

/** Copies of the seed's products, and orders of so many lines and carts of them; gives how many products there are. */
export async function fill(sql: Sql, size: typeof large, lines = 1): Promise<number> {
  await inBulk(sql, async (tx) => {
    await tx`
      insert into public.products
        select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'slug', p.slug || '-' || n,
          'name', p.name || ' ' || n, 'Sort_order', 1000 + n))).*
        from generate_series(1, ${size.products}) as n
        join (select *, row_number() over (order by "Sort_order") - 1 as place, count(*) over () as all_of_them from public.products) as s
          on s.place = n % s.all_of_them
        join public.products p on p.id = s.id`
    await tx`
      insert into public.prices (product_id, unit_amount, currency, position, stripe_price_id)
        select id, price, 'gbp', 0, 'price_large_' || p.slug from public.products p
        where price is not null and not exists (select from public.prices r where r.product_id = p.id)`
    await tx`
      insert into public.orders (email, status, subtotal, delivery_price, total, delivery_method_id, delivery_name,
          delivery_address, cart_hash, terms_version, created_at, paid_at)
        select 'shopper' || n || '@guest.example', (array['paid', 'fulfilled', 'refunded', 'expired'])[1 + n % 4], 900, 0, 900,
          m.id, m.name, jsonb_build_object('name', 'Rosa ' || n, 'line1', n || ' Mare Street', 'city', 'London',
            'postcode', format('E%s %sAB', n % 97, n % 10), 'country', 'GB'),
          md5(n::text), '1', now() - n * interval '5 minutes', now() - n * interval '5 minutes'
        from generate_series(1, ${size.orders}) as n, (select id, name from public.delivery_methods limit 1) as m`
    await tx`
      insert into public.order_items (order_id, position, product_id, slug, name, unit_amount, quantity, stripe_price_id)
        select o.id, line, p.id, p.slug, p.name, 900, 1, 'price_' || p.slug
        from generate_series(0, ${lines - 1}::int) as line, public.orders o
        join public.products p on p."Sort_order" = 1000 + 1 + o.number % ${size.products}
        where not exists (select from public.order_items i where i.order_id = o.id)`
    await tx`
      insert into public.guest_carts (cart_data, updated_at)
        select '[]', now() - n * interval '1 second' from generate_series(1, ${size.carts}) as n`
  })
  const { products } = await countIn(sql<{ products: number }[]>`
    select count(*)::int as products from public.products where active`)
  return products
}

/** A longer page takes longer by what it sends. */
function describePage(path: string, small: Visits, big: Visits): Figure {
  const bytes = ({ body }: Visits) => Buffer.byteLength(body)
  const describe = (visits: Visits) =>
    `${show.ms(median(visits.taken))} (p95 ${show.ms(percentile(visits.taken, 0.95))}) and ${show.kB(bytes(visits))}`
  const [slower, longer] = [median(big.taken) / median(small.taken), bytes(big) / bytes(small)]
  const times = `${show.ratio(slower)} the time for ${show.ratio(longer)} the bytes`
  return figure(
    `${path} of a large shop, to a small one and for as many bytes`,
    slower / Math.max(1, longer),
    atMost(2, show.ratio),
    `${times}: ${describe(big)}; with the seed ${describe(small)}; rendered each time`,
  )
}
