import type { Page } from 'playwright-core'
import { findLosses } from '../inspect/in-page.ts'
import { accessFaults } from '../support/axe.ts'
import { phone } from '../support/screens.ts'

/** What axe finds on a screen of the desk, and what leaves it or is cut at 320 px, or with words of twice the size. */
export async function deskFaults(page: Page): Promise<string[]> {
  const size = page.viewportSize() ?? phone
  // Taller than any screen: what the bar at the foot covers in part changes with the day's rows, and scrolls out from under it.
  await page.setViewportSize({ ...size, height: 8000 })
  const faults = await accessFaults(page)
  const narrow = await lossesAt(page, { ...size, width: 320 })
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  const large = await lossesAt(page, size)
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  return [
    ...faults,
    ...narrow.map((loss) => `320 px: ${loss}`),
    ...large.map((loss) => `200%: ${loss}`),
  ]
}

async function lossesAt(page: Page, size: { width: number; height: number }): Promise<string[]> {
  await page.setViewportSize(size)
  await page.waitForFunction((width) => innerWidth === width, size.width)
  return page.evaluate(findLosses, size.width)
}

/** What is kept of a change that waits. */
export const ofWaiting = '"isPaused":true'

/** Runs in the page: how often these words are kept on the device. */
export async function countKept(words: string): Promise<number> {
  const heard = (asked: IDBRequest) =>
    new Promise((resolve, reject) => {
      asked.addEventListener('success', resolve)
      asked.addEventListener('error', reject)
    })
  const opened = indexedDB.open('desk')
  await heard(opened)
  const read = opened.result.transaction('read').objectStore('read').getAll()
  await heard(read)
  opened.result.close()
  return read.result.join('').split(words).length - 1
}
