import type { PaymentWorld } from './world.ts'

/**
 * Presses a button on the page of the payment sandbox that acts as the bank. The resulting events reach the webhook,
 * unless it is down.
 */
export async function pressBankButton(
  world: PaymentWorld,
  deed: 'dispute' | 'answer' | 'win' | 'lose' | 'fail',
  id: string,
): Promise<Response> {
  const url = `${world.url}/sandbox/payments/bank`
  const page = await (await fetch(url)).text()
  const token = /name="token" value="([0-9a-f]+)"/.exec(page)?.[1] ?? ''
  const answer = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: world.url },
    body: new URLSearchParams({ token, do: deed, id }),
  })
  await world.sandbox.runDue()
  return answer
}

/** Returns the id of an order's payment intent. */
export async function getPaymentIntentId({ sql }: PaymentWorld, orderId: string): Promise<string> {
  const [row] = await sql<{ payment: string }[]>`
    select stripe_payment_intent_id as payment from public.orders where id = ${orderId}`
  return row?.payment ?? ''
}

export async function getDispute(world: PaymentWorld, orderId: string) {
  const payment = await getPaymentIntentId(world, orderId)
  const { data } = await world.stripe.disputes.list({ payment_intent: payment })
  const [dispute] = data
  if (dispute === undefined) throw new Error('There is no dispute')
  return dispute
}
