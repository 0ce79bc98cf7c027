import { productColumns } from '../../domain/product.ts'
import { seedDeliveryMethods } from './delivery-methods.ts'
import { seedFaqs } from './faqs.ts'
import { seedProducts } from './products.ts'
import type { SeedProduct } from './seed-product.ts'
import { seedTestimonials } from './testimonials.ts'

const head = `-- Written by the build from supabase/seed/.
-- It may run again at any time and changes nothing that is there.`

/**
 * Returns the SQL that inserts products, prices and delivery methods. Products are only inserted when the table is empty, so that
 * the owner's changes and deletions are kept.
 */
export function albumSql(): string {
  return `${head} Prices come only with their products.

with fresh as (
  ${insertOf('products', seedProducts.map(productRow), 'where not exists (select from public.products)')}
  returning id as fresh_id
)
${insertOf('prices', seedProducts.flatMap(priceRow), 'join fresh on fresh_id = product_id')};

${insertOf('delivery_methods', seedDeliveryMethods.map(deliveryRow))};
`
}

/** Returns the SQL that inserts testimonials and FAQs. */
export function wordsSql(): string {
  return `${head}

${insertOf('testimonials', seedTestimonials, untouched('testimonials', 'testimonial'))};

${insertOf('faqs', seedFaqs, untouched('faqs', 'faq'))};
`
}

/** Returns a condition that is true when a table has no rows and none was deleted at the desk. */
function untouched(table: string, subject: string): string {
  return `where not exists (select from public.${table})
  and not exists (select from public.desk_log where subject like '${subject}:%')`
}

export function sandboxPriceId(slug: string): string {
  return `price_sandbox_${slug.replaceAll('-', '_')}`
}

export function sandboxRateId(id: string): string {
  return `shr_sandbox_${id}`
}

/**
 * Returns an INSERT statement for rows, whose keys are column names. PostgreSQL converts each JSON value to the type of its column.
 */
function insertOf(table: string, rows: object[], condition = ''): string {
  const columns = Object.keys(rows[0] ?? {}).map((name) => `"${name}"`)
  const lines = rows.map((row) => JSON.stringify(row).replaceAll("'", "''"))
  return `insert into public.${table} (${columns.join(', ')})
  select ${columns.join(', ')}
  from jsonb_populate_recordset(null::public.${table}, '[\n${lines.join(',\n')}\n]') ${condition}
  on conflict do nothing`
}

/** Returns a product's row of public.products. Its price is in public.prices. */
function productRow(product: SeedProduct): object {
  const { number, imageUrl, net, answers, ...rest } = product
  const {
    price: _price,
    priceId: _priceId,
    interval: _interval,
    netLabel: _label,
    ...fields
  } = rest
  const row = Object.entries(fields).map(([field, value]) => [columnNames.get(field), value])
  return {
    ...Object.fromEntries(row),
    allergen_answers: answers,
    image_url: imageUrl,
    net_quantity: net?.amount,
    net_unit: net?.unit,
    Sort_order: number,
  }
}

const columnNames = new Map<string | undefined, string>(
  Object.entries(productColumns).map(([column, use]) => [use?.[0], column] as const),
)

function priceRow({ id, slug, price, priceId, interval }: SeedProduct): object[] {
  if (price === null) return []
  return [
    {
      id: priceId,
      product_id: id,
      stripe_price_id: sandboxPriceId(slug),
      unit_amount: price,
      recurring_interval: interval?.unit,
      recurring_interval_count: interval?.count,
    },
  ]
}

function deliveryRow(method: (typeof seedDeliveryMethods)[number], index: number): object {
  return { ...method, stripe_id: sandboxRateId(method.id), Sort_order: index + 1 }
}
