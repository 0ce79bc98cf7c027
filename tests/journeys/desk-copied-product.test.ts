import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectShown } from '../account/expect-shown.ts'
import { fetchRows } from '../account/shoppers.ts'
import { openJourney } from '../support/journey.ts'
import { phone } from '../support/screens.ts'
import { findDeskFaults } from './desk-faults.ts'
import {
  closeToasts,
  expectPublished,
  getProductBySlug,
  clickPublish,
  type StoredProduct,
} from './desk-product.ts'
import { openDeskAsFirstOwner, openSecondDesk } from './desk-staff.ts'

const { shop, browser } = openJourney({ viewport: phone }, { isShopUsedUp: true })

const group = (page: Page, allergen: string) =>
  page.getByRole('group', { name: new RegExp(`^${allergen}`) })
const name = (page: Page) => page.getByLabel('Name', { exact: true })
const question = (page: Page) =>
  page.getByRole('dialog', { name: 'Its original warns of more now' })
const putOnSale = (page: Page) => page.getByRole('button', { name: 'Put on sale' }).click()

/** Publishes a warning of the original from another device. */
async function warn(theirs: Page, allergen: string): Promise<void> {
  await group(theirs, allergen).getByText('Contains', { exact: true }).click()
  await clickPublish(theirs)
  await expectPublished(theirs)
}

async function answersOf(copy: string): Promise<object> {
  const [row] = await fetchRows<StoredProduct>(
    shop,
    `products?select=*&name=eq.${encodeURIComponent(copy)}`,
  )
  return row?.allergen_answers ?? {}
}

/** Checks that a copy starts from the present version, although this device has stored an earlier one. */
async function copyWithoutSignal(mine: Page, theirs: Page): Promise<void> {
  await browser.context.setOffline(true)
  await warn(theirs, 'Peanuts')
  await mine.getByRole('link', { name: 'Duplicate' }).click()
  await expectShown(mine.getByText('It comes when the signal is back.'))
  await browser.context.setOffline(false)
  await expect.poll(() => name(mine).inputValue()).toBe('Nashville Chilli Crisp (copy)')
  const peanuts = group(mine, 'Peanuts').getByRole('radio', { name: 'Contains', exact: true })
  expect(await peanuts.isChecked()).toBe(true)
}

/** Checks that a warning that was added after the copy was begun is named after a reload, too, and can be added. */
async function addMissedWarning(mine: Page, theirs: Page): Promise<void> {
  await name(mine).fill('Cautious copy')
  await warn(theirs, 'Lupin')
  await mine.reload()
  expect(await name(mine).inputValue()).toBe('Cautious copy')
  await putOnSale(mine)
  await expectShown(question(mine).getByText('This copy doesn’t warn of lupin.'))
  expect(await findDeskFaults(mine)).toEqual([])
  expect(await answersOf('Cautious copy')).toEqual({})
  await question(mine).getByRole('button', { name: 'Publish it with the warnings' }).click()
  await expectShown(mine.getByText('Cautious copy: on sale as you see it here.'))
  expect(await answersOf('Cautious copy')).toMatchObject({ peanuts: 'contains', lupin: 'contains' })
  await closeToasts(mine)
}

/** Checks that the author may leave a new warning of the original out, also after looking at the copy again. */
async function leaveOutMissedWarning(mine: Page, theirs: Page): Promise<void> {
  await mine.getByRole('link', { name: 'Duplicate' }).click()
  await expect.poll(() => name(mine).inputValue()).toBe('Nashville Chilli Crisp (copy)')
  await name(mine).fill('Bold copy')
  await warn(theirs, 'Molluscs')
  await putOnSale(mine)
  await expectShown(question(mine).getByText('This copy doesn’t warn of molluscs.'))
  await question(mine).getByRole('button', { name: 'Look at it first' }).click()
  await question(mine).waitFor({ state: 'hidden' })
  expect(await answersOf('Bold copy')).toEqual({})
  await putOnSale(mine)
  await question(mine).getByRole('button', { name: 'Publish it without them' }).click()
  await expectShown(mine.getByText('Bold copy: on sale as you see it here.'))
  expect(await answersOf('Bold copy')).toMatchObject({ lupin: 'contains', molluscs: 'free' })
}

test(
  'a copy of a product is not put on sale without a warning that the original has gained unless its author says so',
  { tags: ['abuse-allergens'] },
  async () => {
    const { page } = browser
    const key = await openDeskAsFirstOwner(page, shop)
    const second = await openSecondDesk(shop, key)
    const { id } = await getProductBySlug(shop, 'nashville-chilli-crisp')
    const address = `${shop.url}/desk/products/${id}`
    for (const device of [page, second.page]) {
      await device.goto(address)
      await expectShown(group(device, 'Peanuts'))
    }
    await copyWithoutSignal(page, second.page)
    await addMissedWarning(page, second.page)
    await page.goto(address)
    await expectShown(group(page, 'Lupin'))
    await leaveOutMissedWarning(page, second.page)
    await second.close()
  },
)
