import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendDueEmails } from '../support/deliver.ts'
import { createCheckoutLine, checkOut, payOnPage } from './checkouts.ts'
import { createRecordingLog, openPaymentWorld, type PaymentWorld } from './world.ts'

let world: PaymentWorld
beforeAll(async () => {
  world = await openPaymentWorld()
})
afterAll(() => world.stop())

/** Changes the recipe, each time to a new one: adds salt and sesame seeds. */
async function changeRecipe() {
  await world.sql`
    update public.products set ingredients = array['salt'] || ingredients || array['sesame seeds'],
      allergen_answers = jsonb_set(allergen_answers, '{sesame}', '"contains"')
    where slug = 'nashville-chilli-crisp'`
}

const delivered = () =>
  sendDueEmails({
    ...world,
    secret: world.client,
    siteUrl: new URL(world.url),
    log: createRecordingLog(world.log),
  })

test.each([
  ['paid at once', '4242 4242 4242 4242', 2],
  ['paid after days', '4000 0000 0000 7726', 1],
])(
  'a recipe changed between checkout and a payment page that is %s is shown in each email about the order',
  { tags: ['abuse-food'] },
  async (_, card, count) => {
    const shopper = await world.shopper()
    const open = await checkOut(world, shopper, [
      await createCheckoutLine(world, 'nashville-chilli-crisp', 2),
    ])
    await changeRecipe()
    await payOnPage(open.body.url ?? '', { card })
    const emails = await delivered()
    expect(emails).toHaveLength(count)
    for (const email of emails) {
      expect(email.text).toContain('Nashville Chilli Crisp: the new recipe')
      expect(email.text).toMatch(/sesame/i)
      expect(email.html).toMatch(/sesame/i)
    }
  },
)
