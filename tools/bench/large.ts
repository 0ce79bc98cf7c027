import { readCounts, withBulkChanges, type Sql, withDatabase, withSql } from './database.ts'
import { atMost, exactly, type Figure, createFigure, type BenchSettings, format } from './figure.ts'
import { compareServers, type LoadResult } from './load.ts'
import { withBaselineServer } from './servers.ts'

/** The number of products, orders and carts in a large shop. */
export const largeShopSize = { products: 10_000, orders: 100_000, carts: 1_000_000 }
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

/**
 * Compares the pages of a shop that has only the seed's products with those of a large shop. Requests alternate between both, so
 * that other work on the machine affects both.
 */
export async function measureLargeShop(pace: BenchSettings): Promise<Figure[]> {
  return withDatabase((few) =>
    withDatabase(async (many) => {
      const products = await withSql(many, (sql) => fillShop(sql, largeShopSize))
      return withBaselineServer('uncached', { DATABASE_URL: few }, (small) =>
        withBaselineServer('uncached', { DATABASE_URL: many }, async (big) => {
          const figures: Figure[] = []
          for (const path of pages) figures.push(await comparePage(path, big.url, small.url, pace))
          const shelf = (await read(`${big.url}/shop`)).replaceAll('<!-- -->', '')
          const said = /<b>([\d,]+)<\/b>[^<]*sticker/.exec(shelf)?.[1]
          const listed = (await read(big.url + sitemap)).split('/shop/').length - 1
          return [
            ...figures,
            createFigure(
              'products that /shop says there are',
              Number(said?.replace(',', '')),
              exactly(products),
            ),
            createFigure('products in the sitemap', listed, exactly(products)),
          ]
        }),
      )
    }),
  )
}

/** Fills a shop with copies of the seed's products, orders with `lines` lines each, and carts. Returns the number of products. */
export async function fillShop(sql: Sql, size: typeof largeShopSize, lines = 1): Promise<number> {
  await withBulkChanges(sql, async (tx) => {
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
  const { products } = await readCounts(sql<{ products: number }[]>`
    select count(*)::int as products from public.products where active`)
  return products
}

/**
 * Compares the time of a page in the large and in the small shop, with one visitor at a time. The sizes of both pages are shown as
 * well, because a longer page takes longer to send.
 */
async function comparePage(
  path: string,
  big: string,
  small: string,
  pace: BenchSettings,
): Promise<Figure> {
  const job = { requests: [{ path }], connections: 1 }
  const { ours, theirs } = await compareServers(big, small, { ...pace, seconds: 1 }, job)
  const [many, few] = [await bytesOf(big + path), await bytesOf(small + path)]
  const describe = ({ p50, p95 }: LoadResult, bytes: number) =>
    `${format.ms(p50)} (p95 ${format.ms(p95)}) and ${format.kB(bytes)}`
  const [slower, longer] = [ours.p50 / theirs.p50, many / few]
  const times = `${format.ratio(slower)} the time for ${format.ratio(longer)} the bytes`
  return createFigure(
    `${path} of a large shop, to a small one and for as many bytes`,
    slower / Math.max(1, longer),
    atMost(2, format.ratio),
    `${times}: ${describe(ours, many)}; with the seed ${describe(theirs, few)}; rendered each time`,
  )
}

const read = async (address: string): Promise<string> => (await fetch(address)).text()
const bytesOf = async (address: string) => Buffer.byteLength(await read(address))
