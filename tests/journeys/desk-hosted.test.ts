import { createClient } from '@supabase/supabase-js'
import { expect, onTestFinished, test } from 'vitest'
import { expectShown } from '../account/expect-shown.ts'
import { collectErrors, openBrowser } from '../support/browser.ts'
import { findFreePort, openPreparedShop, openShop } from '../support/running-shop.ts'
import { phone } from '../support/screens.ts'
import { insertPaidOrder } from './desk-orders.ts'
import { waitForRealtimeJoin, openDeskAsFirstOwner } from './desk-staff.ts'
import { createPhoto } from './desk-typed.ts'

/**
 * Opens a shop whose backend has another address than its pages. It uses the backend of a second shop in place of
 * hosted Supabase.
 */
async function openHostedShop() {
  const port = String(await findFreePort())
  const siteUrl = `http://localhost:${port}`
  const platform = await openPreparedShop({ SITE_URL: siteUrl, CORS_ORIGINS: siteUrl })
  onTestFinished(platform.remove)
  const keys = await platform.keys()
  const shop = await openShop({
    PORT: port,
    SUPABASE_URL: platform.url,
    SUPABASE_PUBLISHABLE_KEY: keys.publishable,
    SUPABASE_SECRET_KEY: keys.secret,
  })
  onTestFinished(shop.remove)
  return { platform, shop, client: createClient(platform.url, keys.secret) }
}

test('the desk works on hosted Supabase: its owner signs in, sees new orders, sells out products and uploads photos', async () => {
  const { platform, shop, client } = await openHostedShop()
  const { page, close } = await openBrowser({ viewport: phone, images: true })
  onTestFinished(close)
  const errors = collectErrors(page)
  await openDeskAsFirstOwner(page, shop)
  const isLive = waitForRealtimeJoin(page)
  await page.reload()
  await isLive
  const number = await insertPaidOrder(platform, 'Priya Raman')
  await expectShown(page.getByText(`${number} · 2 pieces`))

  await page.getByRole('link', { name: 'Products' }).click()
  await page.getByRole('switch', { name: 'Spice Bag Mix sold out' }).click()
  const isSoldOut = async () =>
    (await client.from('products').select('isSoldOut').eq('slug', 'spice-bag-mix').single()).data
  await expect.poll(isSoldOut).toEqual({ isSoldOut: true })

  await page.getByRole('link', { name: /Spice Bag Mix$/ }).click()
  await page.getByLabel('Camera or file').setInputFiles(await createPhoto(page, 'teal'))
  const photo = page.locator(`img[src^="${platform.url}/storage/v1/object/public/products/"]`)
  const widthOf = (image: HTMLImageElement) => image.naturalWidth
  await expect.poll(() => photo.first().evaluate(widthOf)).toBeGreaterThan(0)
  expect(errors).toEqual([])
})
