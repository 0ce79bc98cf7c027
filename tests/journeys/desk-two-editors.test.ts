import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectShown } from '../account/expect-shown.ts'
import { updateRows } from '../account/shoppers.ts'
import { openJourney } from '../support/journey.ts'
import { phone } from '../support/screens.ts'
import { countInQueryCache, findDeskFaults } from './desk-faults.ts'
import {
  getConflictDialog,
  closeToasts,
  confirmConflictChoices,
  getProductBySlug,
  clickPublish,
  expectPublished,
  countDrafts,
} from './desk-product.ts'
import { openDeskAsFirstOwner, openSecondDesk } from './desk-staff.ts'
import { createPhoto } from './desk-typed.ts'

const { shop, browser } = openJourney({ viewport: phone, images: true }, { isShopUsedUp: true })

const crisp = () => getProductBySlug(shop, 'nashville-chilli-crisp')

const tagline = (page: Page) => page.getByLabel('A line under the name')
const description = (page: Page) => page.getByLabel('Description')
const mainPhoto = (page: Page) => page.getByLabel('What the main photo shows')

/**
 * Checks that a field that both people changed takes the other person's value, and that a field that only one person
 * changed keeps the change.
 */
async function takeTheirs(mine: Page, theirs: Page): Promise<void> {
  await tagline(mine).fill('Mine.')
  await description(mine).fill('Only I wrote this.')
  await tagline(theirs).fill('Theirs.')
  await theirs.getByLabel('Price').fill('9')
  await clickPublish(theirs)
  await expectPublished(theirs)
  await clickPublish(mine)
  await expectShown(getConflictDialog(mine).getByText('You typed Mine.'))
  expect(await getConflictDialog(mine).getByRole('group').count()).toBe(1)
  expect(await getConflictDialog(mine).getByLabel('It became Theirs.').isChecked()).toBe(true)
  expect(await findDeskFaults(mine)).toEqual([])
  await confirmConflictChoices(mine)
  expect(await tagline(mine).inputValue()).toBe('Theirs.')
  expect(await mine.getByLabel('Price').inputValue()).toBe('£9.00')
  await clickPublish(mine)
  await expectPublished(mine)
  expect(await crisp()).toMatchObject({
    tagline: 'Theirs.',
    description: 'Only I wrote this.',
    prices: [{ unit_amount: 900 }],
  })
  await expect.poll(() => description(theirs).inputValue()).toBe('Only I wrote this.')
}

/**
 * Checks that a user's own version is kept where the user chooses it, including text typed during the request, and that
 * descriptions of photos move with their photos.
 */
async function keepMine(mine: Page, theirs: Page): Promise<void> {
  await tagline(mine).fill('Mine again.')
  await mainPhoto(mine).fill('A sticker of a jar')
  await tagline(theirs).fill('Theirs again.')
  await theirs.getByLabel('Camera or file').setInputFiles(await createPhoto(theirs, 'teal'))
  await expectShown(theirs.getByRole('button', { name: 'Photo 2', exact: true }))
  await theirs.getByRole('button', { name: 'Move left' }).click()
  await mainPhoto(theirs).fill('A teal jar')
  await clickPublish(theirs)
  await expectPublished(theirs)
  const slow = Promise.withResolvers<void>()
  await mine.route(
    /desk_publish/,
    async (route) => {
      await slow.promise
      await route.continue()
    },
    { times: 1 },
  )
  await clickPublish(mine)
  await description(mine).fill('Typed while the shop thought.')
  slow.resolve()
  const photos = getConflictDialog(mine).getByRole('group', { name: 'Photos' })
  await expectShown(photos.getByLabel(/^You typed .*A sticker of a jar/))
  expect(await photos.getByLabel(/^It became .*A teal jar/).isChecked()).toBe(true)
  expect(await findDeskFaults(mine)).toEqual([])
  await getConflictDialog(mine).getByLabel('You typed Mine again.').check()
  await confirmConflictChoices(mine)
  expect(await tagline(mine).inputValue()).toBe('Mine again.')
  expect(await mainPhoto(mine).inputValue()).toBe('A teal jar')
  expect(await description(mine).inputValue()).toBe('Typed while the shop thought.')
  await mine.reload()
  expect(await tagline(mine).inputValue()).toBe('Mine again.')
  await clickPublish(mine)
  await expectPublished(mine)
  expect(await crisp()).toMatchObject({
    tagline: 'Mine again.',
    description: 'Typed while the shop thought.',
    image_alt: ['A teal jar', ''],
  })
}

async function touchDifferentThings(mine: Page, theirs: Page): Promise<void> {
  await expect.poll(() => tagline(theirs).inputValue()).toBe('Mine again.')
  await tagline(theirs).fill('Nothing but the line.')
  await description(mine).fill('Nothing but the words.')
  await clickPublish(theirs)
  await expectPublished(theirs)
  await clickPublish(mine)
  await expectShown(
    getConflictDialog(mine).getByText('You changed different things. Both are kept.'),
  )
  await confirmConflictChoices(mine)
  await clickPublish(mine)
  await expectPublished(mine)
  expect(await crisp()).toMatchObject({
    tagline: 'Nothing but the line.',
    description: 'Nothing but the words.',
  })
}

test('two owners who change one product resolve their conflict, and one of them reorders its photos and restores an old version', async () => {
  const { page } = browser
  const key = await openDeskAsFirstOwner(page, shop)
  const second = await openSecondDesk(shop, key)
  const { id, slug, image_url } = await crisp()
  await updateRows(shop, `products?slug=eq.${slug}`, { image_url: image_url.slice(0, 1) })
  const address = `${shop.url}/desk/products/${id}`
  await page.goto(address)
  await second.page.goto(address)
  await takeTheirs(page, second.page)
  await keepMine(page, second.page)
  await touchDifferentThings(page, second.page)
  await second.close()
  await publishAfterReload(page)
  await turnPhotosAndComeBack(page)
  expect(await findDeskFaults(page)).toEqual([])
})

/**
 * Checks that the user's own publication causes no conflict, although its response is lost and the page is reloaded.
 */
async function publishAfterReload(page: Page): Promise<void> {
  const arrived = Promise.withResolvers<void>()
  const giveNoAnswer = async (route: Route) => {
    await route.fetch()
    arrived.resolve()
  }
  await page.route(/desk_publish/, giveNoAnswer, { times: 1 })
  await tagline(page).fill('Mine, and never answered.')
  await clickPublish(page)
  await arrived.promise
  await page.reload()
  await expectShown(page.getByText('Signal’s back: your product is published.').first())
  await closeToasts(page)
  await expect.poll(() => page.evaluate(countDrafts)).toBe(0)
  await page.route(/rpc\/desk_product$/, (route) => route.abort())
  await tagline(page).fill('Mine alone.')
  await clickPublish(page)
  await expectPublished(page)
  await expect.poll(() => page.evaluate(countInQueryCache, '"status":"pending"')).toBe(0)
  await expect.poll(() => page.evaluate(countInQueryCache, 'Mine alone.')).toBeGreaterThan(0)
  await page.reload()
  await description(page).fill('And these words.')
  await clickPublish(page)
  await expectPublished(page)
  await page.unroute(/rpc\/desk_product$/)
  expect(await crisp()).toMatchObject({ tagline: 'Mine alone.', description: 'And these words.' })
}

/**
 * Checks that photos appear in the published order, and that the previous version is restored completely and that this
 * can be undone.
 */
async function turnPhotosAndComeBack(page: Page): Promise<void> {
  const { image_url: before } = await crisp()
  const turned = before.toReversed()
  await page.getByRole('button', { name: 'Move right' }).click()
  expect(await mainPhoto(page).count()).toBe(0)
  expect(await page.getByLabel('What photo 2 shows').inputValue()).toBe('A teal jar')
  await page.getByRole('button', { name: 'Move left' }).click()
  expect(await mainPhoto(page).inputValue()).toBe('A teal jar')
  await page.getByRole('button', { name: 'Move right' }).click()
  await clickPublish(page)
  await expectPublished(page)
  expect(await crisp()).toMatchObject({ image_url: turned, image_alt: ['', 'A teal jar'] })

  const back = page.getByRole('button', { name: 'Back to it' })
  const question = page.getByRole('dialog', { name: 'Back to the old version?' })
  await back.first().click()
  expect(await findDeskFaults(page)).toEqual([])
  await question.getByRole('button', { name: 'Keep the current one' }).click()
  expect(await crisp()).toMatchObject({ image_url: turned })
  await back.first().click()
  await question.getByRole('button', { name: 'Back to it' }).click()
  await expectShown(page.getByText('Nashville Chilli Crisp: on sale as you see it here.'))
  expect(await crisp()).toMatchObject({ image_url: before, image_alt: ['A teal jar', ''] })
  await page.getByRole('button', { name: 'Photo 1, the main one' }).click()
  expect(await mainPhoto(page).inputValue()).toBe('A teal jar')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(crisp).toMatchObject({ image_url: turned })
  await expectPublished(page)
}
