import type { Sql } from '../../packages/embedded-supabase/src/database/sql.ts'
import type { SandboxCatalogue } from '../../packages/payment-sandbox/src/payment-sandbox.ts'

/** Returns the prices and rates that are in the database now, as the payment sandbox expects them. */
export async function readCatalogue(sql: Sql): Promise<SandboxCatalogue> {
  const prices = await sql<SandboxCatalogue['prices']>`
    select r.stripe_price_id as id, p.name, r.unit_amount as "unitAmount",
      case when r.recurring_interval is not null then
        jsonb_build_object('interval', r.recurring_interval, 'count', r.recurring_interval_count) end as recurring
    from public.prices r join public.products p on p.id = r.product_id where r.stripe_price_id is not null`
  const rates = await sql<SandboxCatalogue['rates']>`
    select stripe_id as id, name, price as amount from public.delivery_methods where stripe_id is not null`
  return { prices, rates }
}
