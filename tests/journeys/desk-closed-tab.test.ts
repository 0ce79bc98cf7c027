import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { updateRows, fetchRows } from '../account/shoppers.ts'
import { openJourney } from '../support/journey.ts'
import { openDeskAsFirstOwner } from './desk-staff.ts'

const { shop, browser } = openJourney({}, { isShopUsedUp: true })

const patience = { timeout: 20_000 }
const slug = 'nashville-chilli-crisp'
const more = (page: Page) => page.getByRole('button', { name: 'One Nashville Chilli Crisp more' })
const readStock = async () =>
  (await fetchRows<{ stock: number }>(shop, `products?slug=eq.${slug}&select=stock`))[0]?.stock

/** Returns the number of changes that wait on the device, in the queues of all tabs. */
function countQueued(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const asPromise = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(new Error('refused')))
      })
    let count = 0
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await asPromise(indexedDB.open(name))
      for (const table of database.objectStoreNames)
        for (const text of await asPromise(database.transaction(table).objectStore(table).getAll()))
          if (typeof text === 'string' && text.startsWith('{"who"'))
            count += JSON.parse(text).changes.length
      database.close()
    }
    return count
  })
}

test('a change that waited in a tab when it was closed is sent once, by one of the tabs that stayed open', async () => {
  const { page, context } = browser
  await openDeskAsFirstOwner(page, shop)
  await updateRows(shop, `products?slug=eq.${slug}`, { stock: 20 })
  const [second, third] = [await context.newPage(), await context.newPage()]
  const sent: string[] = []
  for (const tab of [page, second, third]) {
    tab.on('request', (request) => {
      if (request.url().includes('desk_move_stock')) sent.push(request.postData() ?? '')
    })
    await tab.goto(`${shop.url}/desk/products`)
    await more(tab).waitFor()
    await tab.waitForLoadState('networkidle')
  }
  await context.setOffline(true)
  await more(page).click()
  await more(second).click()
  await expect.poll(() => countQueued(third), patience).toBe(2)
  await page.close()
  expect(await countQueued(third)).toBe(2)
  await context.setOffline(false)
  await expect.poll(readStock, patience).toBe(22)
  await expect.poll(() => countQueued(third), patience).toBe(0)
  expect(sent).toHaveLength(2)
})
