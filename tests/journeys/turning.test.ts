import { expect, test } from 'vitest'
import { collectErrors } from '../support/browser.ts'
import { openJourney } from '../support/journey.ts'

const { shop, browser, takeAnother } = openJourney({ reducedMotion: 'no-preference' })

declare global {
  interface Window {
    /** For each view transition, the text of the cards whose picture has the name `sticker` when it begins. */
    moving: string[]
    /** Resolves when the latest view transition has ended. */
    ended: Promise<unknown>
  }
}

async function openShop() {
  const { page } = browser
  await page.addInitScript(() => {
    window.moving = []
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (change) => {
      const named = [...document.querySelectorAll('main div')].filter(
        (row) => getComputedStyle(row).viewTransitionName === 'sticker',
      )
      window.moving.push(named.map((row) => row.closest('article')?.textContent ?? '').join())
      const transition = start(change)
      window.ended = transition.finished
      return transition
    }
  })
  const errors = collectErrors(page)
  await page.goto(`${shop.url}/shop`)
  await page.getByRole('button', { name: 'I avoid…' }).waitFor()
  return { page, errors }
}

async function openCard(name: string) {
  const { page } = browser
  await page.getByRole('link', { name }).click()
  await page.getByRole('heading', { level: 1, name }).and(page.locator(':focus')).waitFor()
  await page.evaluate(() => window.ended)
}

test('a card’s picture moves to its product, from there to the next product, and back', async () => {
  const { page, errors } = await openShop()
  await openCard('Trailer Trash Taco Dust')
  await page.waitForFunction(() => scrollY === 0)
  await openCard('Spice Bag Mix')
  const moving = await page.evaluate(() => window.moving)
  expect(moving).toEqual([
    expect.stringContaining('Trailer Trash Taco Dust'),
    expect.stringContaining('Spice Bag Mix'),
  ])
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Trailer Trash Taco Dust' }).waitFor()
  await page.evaluate(() => window.ended)
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'The whole album' }).waitFor()
  await page.waitForFunction(() => scrollY > 0)
  expect(errors).toEqual([])
})

test('nothing moves between pages with reduced motion', async () => {
  await takeAnother({ reducedMotion: 'reduce' })
  const { page, errors } = await openShop()
  await openCard('Trailer Trash Taco Dust')
  expect(await page.evaluate(() => [window.moving, scrollY])).toEqual([[], 0])
  expect(errors).toEqual([])
})
