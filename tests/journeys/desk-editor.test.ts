import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectShown } from '../account/expect-shown.ts'
import { createShopper, fetchRows, signIn } from '../account/shoppers.ts'
import { putInCart } from '../support/into-cart.ts'
import { openJourney } from '../support/journey.ts'
import { phone } from '../support/screens.ts'
import { findDeskFaults } from './desk-faults.ts'
import { answerRemainingAllergens, createPhoto, photoLocation } from './desk-typed.ts'
import { openDeskAsFirstOwner } from './desk-staff.ts'

const { shop, browser } = openJourney({ viewport: phone, images: true }, { isShopUsedUp: true })
const frame = '\x21\xf9\x04\0\0\0\0\0,'
const noPhotos = [
  ['invoice.jpg', '%PDF-1.7', 'invoice.jpg is a PDF, whatever its name says.'],
  ['dance.gif', `GIF89a${frame}${frame}`, 'dance.gif moves.'],
] as const

/** Tries to add more than eight photos, removes one, and restores it with Undo. */
async function chooseTooMany(page: Page): Promise<void> {
  const more = await createPhoto(page, 'plum', 40)
  await page.getByLabel('Camera or file').setInputFiles(Array.from({ length: 7 }, () => more))
  await expectShown(page.getByText('A product has 8 photos at most: the last one is left out.'))
  const photos = page.getByRole('button', { name: /^Photo \d/ })
  const remove = page.getByRole('button', { name: 'Remove', exact: true })
  await photos.nth(7).click()
  await remove.click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => photos.count()).toBe(8)
  for (const left of [7, 6, 5, 4, 3, 2]) {
    await photos.nth(left).click()
    await remove.click()
    await expect.poll(() => photos.count()).toBe(left)
  }
}

/** Fills in all fields except the required parts of the label that the test fills in later. */
async function fillIn(page: Page): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill('Hot Gossip')
  await page.getByLabel('A line under the name').fill('Pass it on.')
  await page.getByLabel('Price').fill('650p')
  await page
    .getByLabel('Ingredients, biggest amount first')
    .fill('- Chillies\n- vinegar\n- mustard seeds')
  await expectShown(page.getByText('Picked up: mustard'))
  await page.getByLabel('What the main photo shows').fill('A red bottle with its tongue out')
}

/** Checks that a field without unsaved text shows a change that another desk publishes, and that unsaved text stays. */
async function changeAtTwoDesks(page: Page): Promise<void> {
  const other = await browser.context.newPage()
  await other.goto(page.url())
  await other.getByLabel('A line under the name').fill('Pass it off.')
  await other.getByRole('button', { name: 'Publish changes' }).click()
  const line = page.getByLabel('A line under the name')
  await expect.poll(() => line.inputValue()).toBe('Pass it off.')
  await other.goto(new URL('/desk/products/nothing', page.url()).href)
  await expectShown(other.getByText('Not in the album'))
  await other.goto(new URL('/desk/products?state=live&q=gossip', page.url()).href)
  await other.getByRole('link', { name: /Hot Gossip/ }).click()
  await other.getByRole('link', { name: 'Back to Products' }).click()
  expect(await other.getByLabel('Search products').inputValue()).toBe('gossip')
  await other.getByRole('button', { name: 'New product' }).click()
  await other.getByLabel('Name', { exact: true }).fill('Pressed Twice')
  await other.getByLabel('Price').fill('9.999')
  await other.getByRole('button', { name: 'Save draft' }).click()
  await expectShown(other.getByText('Write it like 6.50, £6 or 650p.'))
  await other.getByLabel('Price').fill('9.99')
  expect(await other.getByText('Write it like 6.50, £6 or 650p.').count()).toBe(0)
  await other.getByText('Coming soon, from…').click()
  await other.getByLabel('On sale from').fill('2026-01-01')
  await other.getByRole('button', { name: 'Publish changes' }).click()
  await expectShown(other.getByText('That day has gone. Choose a later one, or Live.'))
  await other.getByText('Hidden', { exact: true }).click()
  await other.getByRole('button', { name: 'Save draft' }).dblclick()
  await expectShown(other.getByText('Pressed Twice: saved. Nobody sees it yet.'))
  await expect.poll(() => other.getByRole('button', { name: 'Save draft' }).isEnabled()).toBe(true)
  expect(await other.getByText('Somebody else changed this first').count()).toBe(0)
  // Before all fourteen allergens are answered, a product that is on sale can change its texts, but not its label.
  await other.goto(new URL('/desk/products?state=live&q=nashville', page.url()).href)
  await other.getByRole('link', { name: /Nashville Chilli/ }).click()
  await other.getByLabel('A line under the name').fill('Still loud.')
  await other.getByRole('button', { name: 'Publish changes', exact: true }).click()
  await expectShown(other.getByText('Nashville Chilli Crisp: on sale as you see it here.'))
  await other.getByLabel('Ingredients, biggest amount first').fill('chilli')
  await other.getByRole('button', { name: /^Publish changes · \d+ gaps/ }).click()
  await expectShown(other.getByText(/^Nearly\. .+ gaps on the label/))
  await other.close()
}

test('a product with two photos can be published from a phone, seen in the shop with its label, and bought', async () => {
  const { page } = browser
  await openDeskAsFirstOwner(page, shop)
  const started = Date.now()
  await page.getByRole('link', { name: 'Products' }).click()
  await page.getByRole('button', { name: 'New product' }).click()
  const files = page.getByLabel('Camera or file')
  for (const [name, head, words] of noPhotos) {
    await files.setInputFiles({ name, mimeType: 'image/jpeg', buffer: Buffer.from(head, 'latin1') })
    await expectShown(page.getByText(words))
  }
  await page.route(/object\/products/, (route) => route.abort(), { times: 1 })
  const upright = await createPhoto(page, 'crimson', 1600, 6)
  await files.setInputFiles([upright, await createPhoto(page, 'teal')])
  const again = page.getByRole('button', { name: 'Try again' })
  await again.waitFor()
  await page.goBack()
  await expectShown(page.getByText('Photos did not reach the shop'))
  await page.getByRole('button', { name: 'Stay here' }).click()
  const arrive = Promise.withResolvers<void>()
  await page.route(/object\/products/, (route) => arrive.promise.then(() => route.continue()), {
    times: 1,
  })
  await again.click()
  await page.goBack()
  await page.getByRole('button', { name: 'Stay here' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  arrive.resolve()
  const second = page.getByRole('button', { name: 'Photo 2', exact: true })
  await expectShown(second)
  const size = (image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]
  // The right way up.
  await expect.poll(() => second.locator('img').evaluate(size)).toEqual([400, 533])
  await again.waitFor({ state: 'hidden' })
  // Once the retry button is gone, the keyboard focus is on a photo instead of being lost.
  await expectShown(page.locator('[aria-label^="Photo "]:focus'))
  await chooseTooMany(page)
  await page.getByRole('button', { name: 'Photo 1, the main one' }).click()
  await fillIn(page)
  await page.getByRole('button', { name: 'Crop', exact: true }).click()
  await page.getByRole('button', { name: 'Crop it' }).click()
  await page.getByRole('dialog', { name: 'Crop' }).waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: /^Put on sale · \d+ gaps/ }).click()
  await expectShown(page.getByText(/^Nearly\. .+ gaps on the label/))
  expect(await findDeskFaults(page)).toEqual([])
  await page.getByRole('button', { name: /Net quantity/ }).click()
  await page.keyboard.type('150')
  await page.getByLabel('Unit').selectOption('ml')
  await page.reload()
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Hot Gossip')
  await answerRemainingAllergens(page)
  const slow = Promise.withResolvers<void>()
  await page.route(/desk_publish/, async (route) => {
    await slow.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Put on sale', exact: true }).click()
  await page.getByLabel('Description').fill('Typed while the shop thought.')
  const late = Promise.withResolvers<void>()
  await page.route(/desk_product$/, async (route) => {
    await late.promise
    await route.continue()
  })
  slow.resolve()
  await expectShown(
    page.getByText('Hot Gossip is published. Your later changes aren’t yet: publish them, too.'),
  )
  expect(Date.now() - started).toBeLessThan(180_000)
  expect(await page.getByLabel('Description').inputValue()).toBe('Typed while the shop thought.')
  await page.getByRole('button', { name: 'Throw away what I typed' }).click()
  await expect.poll(() => page.getByLabel('Description').inputValue()).toBe('')
  late.resolve()
  await changeAtTwoDesks(page)

  const [product] = await fetchRows<{ image_url: string[]; slug: string }>(
    shop,
    'products?select=image_url,slug&name=eq.Hot Gossip',
  )
  expect(product?.image_url).toHaveLength(2)
  for (const path of product?.image_url ?? []) {
    const photo = Buffer.from(await (await fetch(new URL(path, shop.url))).arrayBuffer())
    expect(photo.includes(photoLocation)).toBe(false)
    expect(photo.length).toBeGreaterThan(100)
  }
  const shopper = await createShopper(shop)
  await signIn(page, shop, shopper)
  await expect
    .poll(async () => {
      await page.goto(`${shop.url}/shop/product/hot-gossip`)
      return page.getByRole('button', { name: /Add to Cart/ }).count()
    })
    .toBeGreaterThan(0)
  const picture = page.getByRole('img', { name: 'A red bottle with its tongue out' })
  expect(await picture.getAttribute('srcset')).toContain('800w')
  const words = await page.getByRole('main').innerText()
  expect(words).toContain('Contains: mustard.')
  expect(words).toContain('£6.50')
  await putInCart(page, shop, 'hot-gossip')
  await page.getByRole('link', { name: /Shopping bag\W+1 item/ }).click()
  await page.getByRole('radio', { name: /Standard/ }).check()
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await page.waitForURL(/\/sandbox\/payments\/pay\//)
  expect(await page.getByRole('main').innerText()).toContain('Hot Gossip')
  await page.getByRole('button', { name: /^Pay £/ }).click()
  await page.waitForURL(/\/checkout\/success/)
})
