import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sendDueEmails, type SentEmail } from '../support/deliver.ts'
import { silentLog } from '../mail/mail-shop.ts'
import { createPaidOrder, runOrdersCommand } from './owner.ts'
import { openPaymentWorld, type PaymentWorld } from './world.ts'

const minute = 60_000

let world: PaymentWorld
beforeAll(async () => {
  world = await openPaymentWorld()
})
beforeEach(() => void (world.webhook.down = false))
afterAll(() => world.stop())

const run = (...args: string[]) => runOrdersCommand(world, ...args)

/** Sends all emails that are due. Returns those to this address that say that a parcel is on its way. */
async function toldOf(email: string): Promise<SentEmail[]> {
  const { client: secret, keys, clock } = world
  const shop = { secret, siteUrl: new URL(world.url), keys, clock, log: silentLog }
  const sent: SentEmail[] = []
  for (;;) {
    const some = await sendDueEmails(shop)
    if (some.length === 0) break
    sent.push(...some)
  }
  return sent.filter(({ to, subject }) => to.address === email && subject.endsWith('is on its way'))
}

/** Returns the text of an email without line breaks. */
const wordsOf = (email: SentEmail | undefined) => email?.text.replace(/\s+/g, ' ')

const waiting = async (orderId: string): Promise<number> =>
  (await world.sql`select from public.outbox where dedupe_key = ${`order_sent:${orderId}`}`).length

describe('a sent parcel', () => {
  test(
    'a sent parcel is emailed after ten minutes, once, with its contents and address',
    { tags: ['email-orders-30'] },
    async () => {
      const { shopper, number, order } = await createPaidOrder(world, ['got-got-need-tee'])
      expect(await run('fulfil', String(number))).toContain(`npm run orders -- undo ${number}`)
      expect(await order()).toMatchObject({ status: 'fulfilled' })
      expect(await toldOf(shopper.email)).toEqual([])
      world.clock.advance(10 * minute)
      const [email, ...more] = await toldOf(shopper.email)
      expect(more).toEqual([])
      expect(email?.subject).toBe(`Order ${number} is on its way`)
      for (const words of ['Got. Got. Need. Tee', 'size M', '12 Rye Lane', 'Standard delivery'])
        expect(email?.text).toContain(words)
      expect(email?.text).not.toMatch(/tracking|with null/i)
      expect(await toldOf(shopper.email)).toEqual([])
    },
  )

  test('a parcel email has the carrier and the tracking number or link', async () => {
    const numbered = await createPaidOrder(world)
    const linked = await createPaidOrder(world)
    const link = 'https://carrier.example/track?id=AB123456789GB'
    await run('fulfil', String(numbered.number), '--carrier', 'Royal Mail', '--tracking', 'AB 123')
    await run('fulfil', String(linked.number), '--tracking', link)
    expect(await run('show', String(numbered.number))).toMatch(
      /^Sent .*, with Royal Mail, AB 123$/m,
    )
    world.clock.advance(10 * minute)
    const [first] = await toldOf(numbered.shopper.email)
    expect(wordsOf(first)).toContain('has left our kitchen with Royal Mail.')
    expect(wordsOf(first)).toContain('Its tracking number is AB 123.')
    expect(first?.html).not.toContain('Follow your parcel')
    const [row] = await world.sql`
      select data from public.outbox where dedupe_key = ${`order_sent:${linked.orderId}`}`
    expect(row?.data).toMatchObject({ trackingLink: link, trackingNumber: null, carrier: null })
  })

  test.each([
    'http://carrier.example/track',
    'javascript:alert(1)',
    'https://user:password@carrier.example/',
    'AB',
    '-AB123',
    'AB123;drop',
    'x'.repeat(41),
  ])('the tracking number %s is refused', { tags: ['email-orders-27'] }, async (tracking) => {
    const { number, order } = await createPaidOrder(world)
    await expect(run('fulfil', String(number), `--tracking=${tracking}`)).rejects.toThrow(
      'starts with https://',
    )
    expect(await order()).toMatchObject({ status: 'paid' })
  })

  test('a tracking link is stored percent-encoded', async () => {
    const { number, order } = await createPaidOrder(world)
    await run('fulfil', String(number), '--tracking', 'https://carrier.example/a b"c<d>e')
    expect(await order()).toMatchObject({
      tracking: 'https://carrier.example/a%20b%22c%3Cd%3Ee',
    })
  })

  test('a parcel email omits refunded items', async () => {
    const { shopper, number } = await createPaidOrder(world, [
      'nashville-chilli-crisp',
      'apple-terror-sauce',
    ])
    await run('refund', String(number), '--line', '2')
    await world.sandbox.runDue()
    await run('fulfil', String(number))
    world.clock.advance(10 * minute)
    const [email] = await toldOf(shopper.email)
    expect(email?.text).toContain('Nashville Chilli Crisp')
    expect(email?.text).not.toContain('Apple Terror Sauce')
  })

  test('a sold out order cannot be fulfilled', async () => {
    const { number } = await createPaidOrder(world)
    await world.sql`update public.orders set sold_out_at = now() where number = ${number}`
    await expect(run('fulfil', String(number))).rejects.toThrow('nothing to send')
  })
})

describe('npm run orders -- undo', () => {
  test('an undone parcel is emailed only when it is sent again', async () => {
    const { shopper, orderId, number, order } = await createPaidOrder(world)
    await run('fulfil', String(number), '--carrier', 'Royal Mail')
    world.clock.advance(9 * minute)
    expect(await run('undo', String(number))).toBe(
      `Order ${number} is back among those to send. Its shopper hears nothing of it.`,
    )
    expect(await order()).toMatchObject({ status: 'paid', fulfilled_at: null, carrier: null })
    expect(await waiting(orderId)).toBe(0)
    world.clock.advance(60 * minute)
    expect(await toldOf(shopper.email)).toEqual([])
    await run('fulfil', String(number))
    world.clock.advance(10 * minute)
    expect(await toldOf(shopper.email)).toHaveLength(1)
  })

  test('an undone parcel leaves a partial refund as it was', async () => {
    const { number, order } = await createPaidOrder(world)
    await run('refund', String(number), '100')
    await world.sandbox.runDue()
    await run('fulfil', String(number))
    await run('undo', String(number))
    expect(await order()).toMatchObject({ status: 'partially_refunded', refunded: 100 })
    await run('fulfil', String(number))
    await run('refund', String(number), '50')
    await world.sandbox.runDue()
    await run('undo', String(number))
    expect(await order()).toMatchObject({ status: 'partially_refunded', fulfilled_at: null })
  })

  test('a parcel cannot be undone after its email was sent', async () => {
    const { shopper, number, order } = await createPaidOrder(world)
    await run('fulfil', String(number))
    world.clock.advance(10 * minute)
    await toldOf(shopper.email)
    await expect(run('undo', String(number))).rejects.toThrow(
      `The shopper has been told that order ${number} is on its way, so that cannot be undone`,
    )
    expect(await order()).toMatchObject({ status: 'fulfilled' })
  })

  test('a parcel cannot be undone while its email is being sent', async () => {
    const { orderId, number, order } = await createPaidOrder(world)
    await run('fulfil', String(number))
    const ahead = new Date(world.clock.now() + 11 * minute).toISOString()
    await world.client.rpc('claim_emails', { p_limit: 100, p_lease_ms: 60_000, p_now: ahead })
    await expect(run('undo', String(number))).rejects.toThrow('The shopper has been told')
    expect(await order()).toMatchObject({ status: 'fulfilled' })
    expect(await waiting(orderId)).toBe(1)
  })

  test('a parcel cannot be undone after ten minutes or before it was sent', async () => {
    const { orderId, number } = await createPaidOrder(world)
    await expect(run('undo', String(number))).rejects.toThrow('is not marked as sent')
    await run('fulfil', String(number))
    world.clock.advance(10 * minute)
    await expect(run('undo', String(number))).rejects.toThrow('more than ten minutes ago')
    expect(await waiting(orderId)).toBe(1)
    await expect(run('undo', '99999999')).rejects.toThrow('There is no order 99999999')
  })

  test('a parcel of an erased shopper cannot be undone', async () => {
    const { orderId, number } = await createPaidOrder(world)
    await run('fulfil', String(number), '--tracking', 'https://carrier.example/AB123')
    await world.sql`select public.anonymise_orders(array[${orderId}::uuid], now())`
    await expect(run('undo', String(number))).rejects.toThrow('no longer has a name and address')
    const [row] = await world.sql`select tracking from public.orders where id = ${orderId}`
    expect(row?.tracking).toBeNull()
  })
})
