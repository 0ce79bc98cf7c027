import { expect, test } from 'vitest'
import { expectShown } from '../account/expect-shown.ts'
import { fetchRows } from '../account/shoppers.ts'
import { openJourney } from '../support/journey.ts'
import { phone } from '../support/screens.ts'
import { findDeskFaults } from './desk-faults.ts'
import { insertPaidOrder } from './desk-orders.ts'
import { addAllergenToRecipe } from './desk-product.ts'
import { openDeskAsFirstOwner, openSecondDesk } from './desk-staff.ts'

const { shop, browser } = openJourney({ viewport: phone }, { isShopUsedUp: true })

test(
  'an order whose recipe gains peanuts is packed with the jar that its packer has chosen last, and its slip and page say so',
  { tags: ['abuse-food'] },
  async () => {
    const { page } = browser
    const key = await openDeskAsFirstOwner(page, shop)
    const first = await insertPaidOrder(shop, 'Priya Raman')
    const second = await insertPaidOrder(shop, 'Tom Adeyemi')
    await addAllergenToRecipe(shop, 'peanuts')

    await page.goto(`${shop.url}/desk/pack`)
    const question = 'recipe changed since this order: old jar or new?'
    await expectShown(page.getByText(`Nashville Chilli Crisp: ${question}`).first())
    expect(await page.locator('[data-recipe-flag]').count()).toBe(2)
    expect(await findDeskFaults(page)).toEqual([])
    await page.getByLabel('Choose all 2').check()
    await page.getByRole('button', { name: 'Make the pick list' }).click()
    await expectShown(page.getByText(`Recipe changed since ${first}, ${second}: old jar or new?`))
    expect(await findDeskFaults(page)).toEqual([])

    await page.getByRole('link', { name: 'Slips for 2 orders' }).click()
    const slip = page.getByRole('article', { name: `Slip of order ${first}` })
    await expectShown(slip.getByText('Not to be sent yet: old jar or new?'))
    await expectShown(page.getByText('2 jars to choose first'))
    for (const name of ['Print', 'All packed'])
      expect(await page.getByRole('button', { name }).isDisabled()).toBe(true)
    expect(await findDeskFaults(page)).toEqual([])
    await expectShown(page.getByText(/^New on the label since .*: peanuts\. Why\?$/))
    expect(await page.getByLabel('New jar').count()).toBe(0)
    await page.getByRole('button', { name: 'The recipe changed' }).click()
    await page.getByRole('button', { name: 'Old jar for all 2' }).click()
    await slip.getByText('Not to be sent yet').waitFor({ state: 'hidden' })
    expect(await slip.innerText()).not.toContain('recipe')
    await page
      .getByRole('group', { name: `Order ${first}` })
      .getByLabel('New jar')
      .check()
    await expectShown(slip.getByText('New recipe:'))
    expect(await slip.innerText()).toMatch(/New recipe: Contains: [^.]*PEANUTS/)
    expect(await findDeskFaults(page)).toEqual([])

    await page.getByRole('button', { name: 'All packed' }).click()
    await page.getByRole('button', { name: 'Mark 2 as sent' }).click()
    await expectShown(page.getByText('Two parcels, out the door'))
    await page.goto(`${shop.url}/desk/orders/${first}`)
    await expectShown(page.getByText('The new jar went in'))
    await expectShown(page.getByText('Nashville Chilli Crisp: the new jar goes in'))
    await expectShown(page.locator('p').filter({ hasText: /Contains: [^.]*PEANUTS/ }))
    expect(await findDeskFaults(page)).toEqual([])
    await page.goto(`${shop.url}/desk/orders/${second}`)
    await expectShown(page.getByText('The old jar went in'))
    const recipes = (await emailData(first))['recipes']
    expect(recipes).toMatchObject([{ isAsOrdered: false, newAllergens: ['peanuts'] }])
    await sendWithoutSignal()
    await chooseAgain(key)
  },
)

/**
 * Checks that an order marked as sent while offline is refused when its recipe has changed meanwhile, and asks which
 * recipe was packed.
 */
async function sendWithoutSignal(): Promise<void> {
  const { page, context } = browser
  const number = await insertPaidOrder(shop, 'Siobhan Byrne')
  await page.goto(`${shop.url}/desk/pack/send?orders=${number}`)
  const mark = page.getByRole('button', { name: 'Mark 1 as sent' })
  await expectShown(mark)
  await context.setOffline(true)
  await mark.click()
  await expectShown(page.getByRole('button', { name: 'Waiting for signal' }))
  await addAllergenToRecipe(shop, 'celery')
  await context.setOffline(false)
  const fault = `Order ${number}: the recipe of Nashville Chilli Crisp changed since this order.`
  await expectShown(page.getByText(fault).first())
  expect(await emailData(number)).toEqual({})
  await page.getByRole('button', { name: 'The recipe changed' }).click()
  await page.getByLabel('New jar').check()
  expect(await findDeskFaults(page)).toEqual([])
  await mark.click()
  await expectShown(page.getByText('One parcel, out the door'))
  expect((await emailData(number))['recipes']).toMatchObject([
    { isAsOrdered: false, newAllergens: ['celery'] },
  ])
}

/** Checks that a jar that a colleague chooses after the slip was printed is asked for again, also when the request had to wait. */
async function chooseAgain(key: string): Promise<void> {
  const { page, context } = browser
  const number = await insertPaidOrder(shop, 'Ana Lima')
  await addAllergenToRecipe(shop, 'lupin')
  const second = await openSecondDesk(shop, key)
  const slips = `${shop.url}/desk/pack/slips?orders=${number}`
  await page.goto(slips)
  await page.getByRole('button', { name: 'The recipe changed' }).click()
  await page.getByLabel('Old jar').check()
  await page.getByRole('button', { name: 'Print' }).click()
  const chooseElsewhere = async (jar: 'old' | 'new') => {
    await second.page.goto(slips)
    await second.page.getByLabel(jar === 'old' ? 'Old jar' : 'New jar').check()
    const chosen = second.page.getByRole('article').getByText('New recipe:')
    await chosen.waitFor({ state: jar === 'old' ? 'hidden' : 'visible' })
  }
  await chooseElsewhere('new')
  await page.getByRole('button', { name: 'All packed' }).click()
  const mark = page.getByRole('button', { name: 'Mark 1 as sent' })
  const question = page.getByText('new jar chosen since')
  await expectShown(question)
  await chooseElsewhere('old')
  await question.waitFor({ state: 'hidden' })
  expect(await mark.isEnabled()).toBe(true)
  await chooseElsewhere('new')
  await expectShown(question)
  expect(await mark.isDisabled()).toBe(true)
  expect(await findDeskFaults(page)).toEqual([])
  await page.getByLabel('New jar').check()
  await context.setOffline(true)
  await mark.click()
  await expectShown(page.getByRole('button', { name: 'Waiting for signal' }))
  await chooseElsewhere('old')
  await context.setOffline(false)
  await expectShown(page.getByText('somebody else chose its jar').first())
  expect(await emailData(number)).toEqual({})
  await page.getByLabel('New jar').check()
  await mark.click()
  await expectShown(page.getByText('One parcel, out the door'))
  expect((await emailData(number))['recipes']).toMatchObject([{ isAsOrdered: false }])
  await second.close()
}

/** Returns the template data of the email about an order's parcel. */
async function emailData(number: number): Promise<Record<string, unknown>> {
  const [row] = await fetchRows<{ data: Record<string, unknown> }>(
    shop,
    `outbox?select=data&template=eq.order_sent&data->>number=eq.${number}`,
  )
  return row?.data ?? {}
}
