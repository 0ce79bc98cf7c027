import { seedDeliveryMethods } from './delivery-methods.ts'
import { seedProducts } from './products.ts'
import type { SeedProduct } from './seed-product.ts'
import { sqlBoolean, sqlJson, sqlNumber, sqlText, sqlTexts, sqlUuid } from './sql-literals.ts'

/** The columns of public.products and how a product fills them; `price` follows the row of prices. */
const productColumns: Record<string, (product: SeedProduct) => string> = {
  id: (product) => sqlUuid(product.id),
  slug: (product) => sqlText(product.slug),
  name: (product) => sqlText(product.name),
  category: (product) => sqlText(product.category),
  tagline: (product) => sqlText(product.tagline),
  description: (product) => sqlText(product.description),
  image_url: (product) => sqlTexts(product.imageUrl),
  tags: (product) => sqlTexts(product.tags),
  ingredients: (product) => sqlTexts(product.ingredients),
  allergens: (product) => sqlText(product.allergens),
  storage: (product) => sqlText(product.storage),
  net_quantity: (product) => sqlNumber(product.net?.amount ?? null, 'numeric'),
  net_unit: (product) => sqlText(product.net?.unit ?? null),
  pack: (product) => sqlText(product.pack),
  sizes: (product) => sqlTexts(product.sizes),
  heat: (product) => sqlNumber(product.heat, 'smallint'),
  tint: (product) => sqlText(product.tint),
  recipeideas: (product) => sqlJson(product.recipeIdeas),
  stats: (product) => sqlJson(product.stats),
  '"isHot"': (product) => sqlBoolean(product.isHot),
  '"isSeasonalLimited"': (product) => sqlBoolean(product.isSeasonalLimited),
  '"isSoldOut"': (product) => sqlBoolean(product.isSoldOut),
  '"isComingSoon"': (product) => sqlBoolean(product.isComingSoon),
  '"isBestSeller"': (product) => sqlBoolean(product.isBestSeller),
  stock: (product) => sqlNumber(product.stock, 'integer'),
  '"Sort_order"': (product) => sqlNumber(product.number, 'integer'),
}

const priceColumns =
  'id, product_id, stripe_price_id, unit_amount, recurring_interval, recurring_interval_count'

/**
 * The text of supabase/seed.sql. It may run at every start: the album goes only into an empty catalogue, so
 * that what the owner changed or took out stays so, and the other rows only where there are none.
 */
export function seedSql(): string {
  const columns = Object.keys(productColumns).join(', ')
  return `-- Written by the build from supabase/seed/.
-- It may run again at any time and changes nothing that is there. Prices come only with their products.

with fresh as (
  insert into public.products (${columns})
  select * from (values
${seedProducts.map(productRow).join(',\n')}
  ) as album
  where not exists (select from public.products)
  on conflict do nothing
  returning id
)
insert into public.prices (${priceColumns})
select cost.* from (values
${seedProducts.flatMap(priceRow).join(',\n')}
) as cost (${priceColumns})
join fresh on fresh.id = cost.product_id
on conflict do nothing;

insert into public.delivery_methods (id, name, description, price, stripe_id, "Sort_order") values
${seedDeliveryMethods.map(deliveryRow).join(',\n')}
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

function productRow(product: SeedProduct): string {
  const values = Object.values(productColumns).map((write) => `    ${write(product)}`)
  return `  (\n${values.join(',\n')}\n  )`
}

function priceRow(product: SeedProduct): string[] {
  if (product.price === null || product.priceId === null) return []
  const values = [
    sqlUuid(product.priceId),
    sqlUuid(product.id),
    sqlText(sandboxPriceId(product.slug)),
    sqlNumber(product.price, 'integer'),
    sqlText(product.interval?.unit ?? null),
    sqlNumber(product.interval?.count ?? null, 'smallint'),
  ]
  return [`  (${values.join(', ')})`]
}

function deliveryRow(method: (typeof seedDeliveryMethods)[number], index: number): string {
  const words = [method.id, method.name, method.description].map(sqlText)
  return `  (${words.join(', ')}, ${method.price}, ${sqlText(sandboxRateId(method.id))}, ${index + 1})`
}
