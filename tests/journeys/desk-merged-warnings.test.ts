import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectShown } from '../account/expect-shown.ts'
import { openJourney } from '../support/journey.ts'
import { phone } from '../support/screens.ts'
import {
  closeToasts,
  confirmConflictChoices,
  countDrafts,
  expectPublished,
  getConflictDialog,
  getProductBySlug,
} from './desk-product.ts'
import { openDeskAsFirstOwner, openSecondDesk } from './desk-staff.ts'

const { shop, browser } = openJourney({ viewport: phone }, { isShopUsedUp: true })

const crisp = () => getProductBySlug(shop, 'nashville-chilli-crisp')
const answer = (page: Page, allergen: string, text: string) =>
  page
    .getByRole('group', { name: new RegExp(`^${allergen}`) })
    .getByText(text, { exact: true })
    .click()
const tagline = (page: Page) => page.getByLabel('A line under the name')
const publish = (page: Page) => page.getByRole('button', { name: /^Publish changes/ }).click()

/** Checks that a price that is confirmed after a merge does not publish the answers from before it. */
async function confirmPriceAfterMerge(mine: Page, theirs: Page): Promise<void> {
  await answer(mine, 'Celery', 'Contains')
  await mine.getByLabel('Price').fill('85')
  await answer(theirs, 'Peanuts', 'Contains')
  await publish(theirs)
  await expectPublished(theirs)
  await publish(mine)
  await expectShown(mine.getByText('the shop shows the new warnings.'))
  await mine.getByRole('button', { name: /^Yes, £/ }).click()
  await confirmConflictChoices(mine)
  await closeToasts(mine)
  await publish(mine)
  await mine.getByRole('button', { name: /^Yes, £/ }).click()
  await expectPublished(mine)
  await expect.poll(crisp).toMatchObject({
    allergen_answers: { celery: 'contains', peanuts: 'contains' },
    prices: [{ unit_amount: 8500 }],
  })
}

/** Checks that a publication whose answer was lost offers no Undo once somebody else has published a version after it. */
async function retryAfterTheirs(mine: Page, theirs: Page): Promise<void> {
  const arrived = Promise.withResolvers<void>()
  const isRetried = Promise.withResolvers<void>()
  let requests = 0
  await mine.route(/rpc\/desk_publish$/, async (route) => {
    requests += 1
    if (requests > 1) {
      await isRetried.promise
      return route.continue()
    }
    await route.fetch()
    arrived.resolve()
    return route.abort()
  })
  await tagline(mine).fill('Mine.')
  await publish(mine)
  await arrived.promise
  await expect.poll(() => tagline(theirs).inputValue()).toBe('Mine.')
  await answer(theirs, 'Lupin', 'Contains')
  await publish(theirs)
  await expectPublished(theirs)
  isRetried.resolve()
  await expectShown(mine.getByText('Nashville Chilli Crisp: on sale as you see it here.'))
  expect(await mine.getByRole('button', { name: 'Undo' }).count()).toBe(0)
  await closeToasts(mine)
  await mine.unroute(/rpc\/desk_publish$/)
  await expect
    .poll(crisp)
    .toMatchObject({ tagline: 'Mine.', allergen_answers: { lupin: 'contains' } })
}

/** Checks that an undo after somebody else's version keeps what the other one changed. */
async function undoAfterTheirs(mine: Page, theirs: Page): Promise<void> {
  await tagline(mine).fill('Not for long.')
  await publish(mine)
  const undo = mine.getByRole('button', { name: 'Undo' })
  // The toast stays while the pointer is on it.
  await undo.hover()
  const storage = (page: Page) => page.getByLabel('How to keep it')
  await expect.poll(() => tagline(theirs).inputValue()).toBe('Not for long.')
  await storage(theirs).fill('Keep it cold.')
  await publish(theirs)
  await expectPublished(theirs)
  await expect.poll(() => storage(mine).inputValue()).toBe('Keep it cold.')
  await undo.click()
  await confirmConflictChoices(mine)
  expect(await storage(mine).inputValue()).toBe('Keep it cold.')
  await publish(mine)
  await expect.poll(crisp).toMatchObject({ tagline: 'Mine.', storage: 'Keep it cold.' })
  await closeToasts(mine)
}

/** Checks that a weaker answer that is chosen in the conflict dialog is published, although the label's text warned more. */
async function chooseWeakerAnswer(mine: Page, theirs: Page): Promise<void> {
  await expect.poll(() => tagline(theirs).inputValue()).toBe('Mine.')
  await answer(mine, 'Crustaceans', 'May contain')
  await answer(theirs, 'Crustaceans', 'Contains')
  await publish(theirs)
  await expectPublished(theirs)
  await publish(mine)
  await getConflictDialog(mine).getByLabel('You typed Crustaceans: may contain').check()
  await confirmConflictChoices(mine)
  await publish(mine)
  await expectPublished(mine)
  expect(await crisp()).toMatchObject({ allergen_answers: { crustaceans: 'may' } })
}

/** Checks that what was typed beside new warnings is still there when the screen was left before the answer. */
async function leaveBeforeAnswer(mine: Page): Promise<void> {
  const isLeft = Promise.withResolvers<void>()
  await mine.route(/rpc\/desk_publish$/, async (route) => {
    await isLeft.promise
    await route.continue()
  })
  await answer(mine, 'Molluscs', 'Contains')
  await mine.getByLabel('Description').fill('An hour of work.')
  await mine.getByLabel('Price').fill('abc')
  await publish(mine)
  await mine.getByRole('link', { name: /^Back to/ }).click()
  await mine.waitForURL(({ pathname }) => !pathname.includes('/products/'))
  isLeft.resolve()
  await expect.poll(crisp).toMatchObject({ allergen_answers: { molluscs: 'contains' } })
  expect(await mine.evaluate(countDrafts)).toBe(1)
  await mine.goBack()
  expect(await mine.getByLabel('Description').inputValue()).toBe('An hour of work.')
}

test(
  'a warning that a colleague publishes meanwhile is taken away only by an answer that is chosen in the conflict dialog',
  { tags: ['abuse-allergens'] },
  async () => {
    const { page } = browser
    const key = await openDeskAsFirstOwner(page, shop)
    const second = await openSecondDesk(shop, key)
    const { id } = await crisp()
    for (const device of [page, second.page]) await device.goto(`${shop.url}/desk/products/${id}`)
    await confirmPriceAfterMerge(page, second.page)
    await retryAfterTheirs(page, second.page)
    await undoAfterTheirs(page, second.page)
    await chooseWeakerAnswer(page, second.page)
    await second.close()
    await leaveBeforeAnswer(page)
    expect(await getConflictDialog(page).count()).toBe(0)
  },
)
