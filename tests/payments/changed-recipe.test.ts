import { afterAll, beforeAll, expect, test } from 'vitest'
import { deliverEmails } from '../support/deliver.ts'
import { aLine, checkOut, payOnPage } from './checkouts.ts'
import { logInto, openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.stop())

test(
  'a recipe changed between checkout and payment is shown on the receipt and in the owner’s email',
  { tags: ['abuse-food'] },
  async () => {
    const shopper = await world.shopper()
    const open = await checkOut(world, shopper, [await aLine(world, 'nashville-chilli-crisp', 2)])
    await world.sql`
      update public.products set ingredients = ingredients || array['sesame seeds'],
        allergen_answers = jsonb_set(allergen_answers, '{sesame}', '"contains"')
      where slug = 'nashville-chilli-crisp'`
    await payOnPage(open.body.url ?? '')
    const emails = await deliverEmails({
      ...world,
      secret: world.client,
      siteUrl: new URL(world.url),
      log: logInto(world.log),
    })
    const [receipt, notice] = [
      emails.find(({ to }) => to.address === shopper.email),
      emails.find(({ to }) => to.address !== shopper.email),
    ]
    for (const email of [receipt, notice]) {
      expect(email?.text).toContain('Nashville Chilli Crisp: the new recipe')
      expect(email?.text).toMatch(/sesame/i)
      expect(email?.html).toMatch(/sesame/i)
    }
  },
)
