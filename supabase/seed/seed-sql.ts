import { seedDeliveryMethods } from './delivery-methods.ts'
import { seedProducts } from './products.ts'
import type { SeedProduct } from './seed-product.ts'

/** Those of public.products that a product fills; `price` follows the row of prices. */
const productColumns = `id, slug, name, category, tagline, description, image_url, tags, ingredients, allergens, storage,
  net_quantity, net_unit, pack, sizes, heat, tint, recipeideas, stats, "isHot", "isSeasonalLimited", "isSoldOut",
  "isComingSoon", "isBestSeller", stock, "Sort_order"`
const priceColumns =
  'id, product_id, stripe_price_id, unit_amount, recurring_interval, recurring_interval_count'
const deliveryColumns = 'id, name, description, price, stripe_id, "Sort_order"'

/**
 * The text of supabase/seed.sql. It may run at every start: the album goes only into an empty catalogue, so
 * that what the owner changed or took out stays so, and the other rows only where there are none.
 */
export function seedSql(): string {
  return `-- Written by the build from supabase/seed/.
-- It may run again at any time and changes nothing that is there. Prices come only with their products.

with fresh as (
  insert into public.products (${productColumns})
  select ${productColumns} from ${rowsOf('products', seedProducts.map(productRow))}
  where not exists (select from public.products)
  on conflict do nothing
  returning id as fresh_id
)
insert into public.prices (${priceColumns})
select ${priceColumns} from ${rowsOf('prices', seedProducts.flatMap(priceRow))}
join fresh on fresh_id = product_id
on conflict do nothing;

insert into public.delivery_methods (${deliveryColumns})
select ${deliveryColumns} from ${rowsOf('delivery_methods', seedDeliveryMethods.map(deliveryRow))}
on conflict do nothing;
`
}

/** The sandbox's id for the price of a product. */
export function sandboxPriceId(slug: string): string {
  return `price_sandbox_${slug.replaceAll('-', '_')}`
}

/** The sandbox's id for the shipping rate of a delivery method. */
export function sandboxRateId(id: string): string {
  return `shr_sandbox_${id}`
}

/** Rows as PostgreSQL reads them from JSON, each value with the type of its column; other keys are passed over. */
function rowsOf(table: string, rows: object[]): string {
  const lines = rows.map((row) => JSON.stringify(row).replaceAll("'", "''"))
  return `jsonb_populate_recordset(null::public.${table}, '[\n${lines.join(',\n')}\n]')`
}

function productRow(product: SeedProduct): object {
  return {
    ...product,
    image_url: product.imageUrl,
    net_quantity: product.net?.amount,
    net_unit: product.net?.unit,
    recipeideas: product.recipeIdeas,
    Sort_order: product.number,
  }
}

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
