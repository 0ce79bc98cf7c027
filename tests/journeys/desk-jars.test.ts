import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectShown } from '../account/expect-shown.ts'
import { openJourney } from '../support/journey.ts'
import { phone } from '../support/screens.ts'
import { findDeskFaults } from './desk-faults.ts'
import { insertPaidOrder } from './desk-orders.ts'
import { addAllergenToRecipe } from './desk-product.ts'
import { openDeskAsFirstOwner } from './desk-staff.ts'

const { shop, browser } = openJourney({ viewport: phone }, { isShopUsedUp: true })

test(
  'the printed pick list names the jar of each order, a slip waits until its jar is saved, and a part has a slip of its own',
  { tags: ['abuse-food'] },
  async () => {
    const { page, context } = browser
    await openDeskAsFirstOwner(page, shop)
    const first = await insertPaidOrder(shop, 'Priya Raman')
    const second = await insertPaidOrder(shop, 'Tom Adeyemi')
    await addAllergenToRecipe(shop, 'celery')
    const third = await insertPaidOrder(shop, 'Siobhan Byrne')
    const jarOf = (number: number, jar: string) =>
      page.getByRole('group', { name: `Order ${number}` }).getByLabel(jar)

    await page.goto(`${shop.url}/desk/pack`)
    await page.getByLabel('Choose all 3').check()
    await page.getByRole('button', { name: 'Make the pick list' }).click()
    await page.getByRole('button', { name: 'The recipe changed' }).click()
    await jarOf(first, 'Old jar').check()
    await expectShown(page.getByText(`Recipe changed since ${second}: old jar or new?`))
    await page.emulateMedia({ media: 'print' })
    await expectShown(
      page.getByText(`for ${first} ×2 (old jar), ${second} ×2, ${third} ×2 (new jar)`),
    )
    await page.emulateMedia({ media: 'screen' })
    await jarOf(second, 'New jar').check()
    await expectShown(
      page.getByText(`for ${first} ×2 (old jar), ${second} ×2 (new jar), ${third} ×2 (new jar)`),
    )

    await page.getByRole('link', { name: 'Slips for 3 orders' }).click()
    const slip = page.getByRole('article', { name: `Slip of order ${first}` })
    const buttons = ['Print', 'All packed'].map((name) =>
      page.getByRole('button', { name, exact: true }),
    )
    const areDisabled = () => Promise.all(buttons.map((button) => button.isDisabled()))
    await expect.poll(areDisabled).toEqual([false, false])
    expect(await slip.innerText()).not.toContain('CELERY')

    const answer = Promise.withResolvers<void>()
    await page.route('**/desk_choose_recipes', async (route) => {
      await answer.promise
      await route.continue()
    })
    await jarOf(first, 'New jar').check()
    await expectShown(page.getByText('1 jar not saved yet'))
    await expectShown(slip.getByText('Not to be sent yet: old jar or new?'))
    expect(await areDisabled()).toEqual([true, true])
    answer.resolve()
    await expectShown(slip.getByText('New recipe:'))
    await expect.poll(areDisabled).toEqual([false, false])

    await context.setOffline(true)
    await jarOf(first, 'Old jar').check()
    await expectShown(page.getByText('1 jar not saved yet'))
    expect(await page.getByRole('button', { name: 'Print', exact: true }).isDisabled()).toBe(true)
    await context.setOffline(false)
    await page.getByRole('button', { name: 'All packed', exact: true }).waitFor()
    await expect.poll(areDisabled).toEqual([false, false])
    expect(await slip.innerText()).not.toContain('CELERY')
    await printPart(page)
  },
)

/** Checks that the slip of a part that is sent ahead has the part’s pieces and the label of its jar. */
async function printPart(page: Page): Promise<void> {
  const number = await insertPaidOrder(shop, 'Cat Moss')
  await addAllergenToRecipe(shop, 'lupin')
  await page.goto(`${shop.url}/desk/pack/slips?orders=${number}`)
  const slip = page.getByRole('article', { name: `Slip of order ${number}` })
  await page.getByRole('button', { name: 'The recipe changed' }).click()
  await page.getByLabel('Old jar').check()
  await slip.getByText('Not to be sent yet').waitFor({ state: 'hidden' })
  expect(await slip.innerText()).not.toContain('LUPIN')

  await page.goto(`${shop.url}/desk/pack`)
  await page.getByRole('button', { name: `Note or part of order ${number}` }).click()
  await page.getByText('Send part of it now').click()
  await page.getByRole('button', { name: 'One more of Nashville Chilli Crisp' }).click()
  const link = page.getByRole('link', { name: 'Slip of the part' })
  expect(await link.count()).toBe(0)
  await page.getByLabel('New jar').check()
  await link.click()
  await expectShown(slip.getByText('1 ×'))
  expect(await slip.innerText()).toMatch(/New recipe: Contains: [^.]*LUPIN/)
  expect(await findDeskFaults(page)).toEqual([])
  await page.emulateMedia({ media: 'print' })
  expect(await slip.isVisible()).toBe(true)
  await page.emulateMedia({ media: 'screen' })
  expect(await page.getByRole('button', { name: 'Print' }).isEnabled()).toBe(true)
  await page.getByRole('link', { name: 'Back to Pack' }).click()
  await expectShown(page.getByRole('button', { name: `Note or part of order ${number}` }))
}
