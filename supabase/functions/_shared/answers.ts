import * as v from 'valibot'
/** A product in an error: what the cart page needs to take over a change. Amounts in pence. */
const namedProductSchema = v.object({
  id: v.string(),
  name: v.nullable(v.string()),
  unitAmount: v.nullable(v.number()),
  stripePriceId: v.nullable(v.string()),
})

export const refusalSchema = v.object({
  code: v.string(),
  message: v.string(),
  products: v.array(namedProductSchema),
})
export type Refusal = v.InferOutput<typeof refusalSchema>

/** A JSON answer that nobody may keep. */
export function answer(body: object, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, {
    status,
    headers: { 'cache-control': 'private, no-store', ...headers },
  })
}

/** A refusal: `{ error: { code, message, products } }`. */
export function refuse(
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
): Response {
  return answer({ error: { code, message, products: [] } }, status, headers)
}

/** The refusal of one attempt too many. */
export function tooOften(waitMs: number): Response {
  return refuse(
    429,
    'rate_limited',
    'Too many attempts. Please wait before trying again.',
    retryAfter(waitMs),
  )
}

/** The header that says when the next attempt may come. */
export function retryAfter(waitMs: number): { 'retry-after': string } {
  return { 'retry-after': String(Math.ceil(waitMs / 1000)) }
}
