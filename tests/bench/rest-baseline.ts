import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { ConnectionPool } from '../../packages/embedded-supabase/src/database/pool.ts'

/**
 * The baseline against which REST is measured: a bare node:http server that runs the same transactions through the
 * same driver and the same pool, with every statement written out by hand, no keys, no parsing and no checks.
 *
 *   GET /products                     24 products with their prices
 *   GET /products/<slug>              one of them
 *   POST /store_guest_cart            calls the function with the JSON object of the body
 */
export function createBareRestServer(sessions: ConnectionPool): Server {
  return createServer((request, response) => {
    void serve(sessions, request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })
}

const settings = ['anon', '3s', '{"role":"anon"}']

/**
 * Returns the request headers as JSON, as the REST interface passes them to the database; only the IP address varies.
 */
function headersOf(request: IncomingMessage): string {
  const address = request.headers['x-forwarded-for'] ?? '127.0.0.1'
  return `{"host":"127.0.0.1","accept":"application/json","x-forwarded-for":"${address}"}`
}

const settingsText =
  "select num_nonnulls(set_config('role', $1, true), set_config('statement_timeout', $2, true), set_config('request.jwt.claims', $3, true), set_config('request.headers', $4, true), set_config('request.method', $5, true), set_config('request.path', $6, true))"

const priceColumns = 't1.id, t1.stripe_price_id, t1.unit_amount, t1.currency'
const productRows = `
  select t0.*, coalesce(e.v, '[]') as prices from public.products t0
  left join lateral (
    select json_agg(r) as v from (select ${priceColumns} from public.prices t1 where t1.product_id = t0.id limit 1000) r
  ) e on true`
const listText = `select coalesce(json_agg(r), '[]')::text as body from (${productRows} where t0.active = $1 order by t0."Sort_order" limit 1000) r`
const oneText = `select coalesce(json_agg(r), '[]')::text as body from (${productRows} where t0.slug = $1 and t0.active = $2 limit 1000) r`
const cartText = `
  select (json_agg(r.value) -> 0)::text as body from (
    select public.store_guest_cart(p_cart_id => a.p_cart_id, p_email => a.p_email, p_cart_data => a.p_cart_data) as value
    from json_to_record($1::json) as a (p_cart_id uuid, p_email text, p_cart_data jsonb)
  ) r`

const names = new Map([listText, oneText, cartText].map((text, index) => [text, `work_${index}`]))

async function serve(
  sessions: ConnectionPool,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = request.url ?? ''
  const headers = headersOf(request)
  const slug = path.startsWith('/products/') ? path.slice('/products/'.length) : null
  if (request.method === 'POST')
    return answer(
      response,
      await run(sessions, 'begin', cartText, [await read(request)], [headers, 'POST', path]),
    )
  const [text, values] = slug === null ? [listText, ['true']] : [oneText, [slug, 'true']]
  answer(response, await run(sessions, 'begin read only', text, values, [headers, 'GET', path]))
}

async function run(
  sessions: ConnectionPool,
  begin: string,
  text: string,
  values: string[],
  facts: [headers: string, method: string, path: string],
): Promise<string> {
  return sessions.use(async (session) => {
    const outcomes = await session.runAll([
      { text: begin },
      { text: settingsText, values: [...settings, ...facts], name: 'settings' },
      { text, values, name: names.get(text) },
      { text: 'commit' },
    ])
    const results = outcomes.map((outcome) => {
      if (outcome.status === 'rejected') throw outcome.reason
      return outcome.value
    })
    return results[2]?.rows[0]?.body ?? ''
  })
}

async function read(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString()
}

function answer(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(body)
}
