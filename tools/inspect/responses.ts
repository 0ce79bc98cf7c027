import type { Browser, Locator, Page } from 'playwright-core'
import { paths } from '../../app/paths.ts'
import { median } from '../bench/figure.ts'

/** Something a visitor does, of which the time to the next paint is taken. */
interface Deed {
  name: string
  path: string
  /** Brings the page to where the deed can be done; it is not measured. */
  before?: (page: Page) => Promise<void>
  act: (page: Page) => Promise<void>
}

const main = (page: Page) => page.getByRole('main')
const searchBox = (page: Page) => page.getByRole('dialog').getByLabel('Search the shop')

const deeds: Deed[] = [
  {
    name: 'open the menu',
    path: paths.home,
    act: (page) => press(page, page.getByRole('button', { name: 'Menu', exact: true })),
  },
  {
    name: 'open the search',
    path: paths.home,
    act: (page) => press(page, page.getByRole('button', { name: /^Search/ }).first()),
  },
  {
    name: 'type a search',
    path: paths.home,
    before: async (page) => {
      await page
        .getByRole('button', { name: /^Search/ })
        .first()
        .click()
      await searchBox(page).waitFor()
    },
    act: async (page) => {
      await page.keyboard.type('chilli', { delay: 60 })
      await page.getByRole('dialog').getByText('Nashville Chilli Crisp').first().waitFor()
    },
  },
  {
    name: 'add to cart',
    path: paths.shop,
    act: (page) =>
      press(
        page,
        main(page)
          .getByRole('button', { name: /Add to Cart/ })
          .first(),
      ),
  },
  {
    name: 'filter',
    path: paths.shop,
    act: (page) => press(page, page.getByRole('link', { name: 'Spicy', exact: true })),
  },
  {
    name: 'open a question',
    path: paths.faqs,
    act: (page) => press(page, main(page).locator('summary').first()),
  },
]

/** How long a finger stays on what it presses, in ms. */
const pressFor = 60

/** Presses as a hand does, which comes to rest first: what the browser's driver looks up before its own clicks would count as the page's work. */
async function press(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (box === null) throw new Error('what is to be pressed cannot be seen')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.evaluate(untilIdle)
  await page.mouse.click(x, y, { delay: pressFor })
}

const limit = 100
const slowness = 4
const rounds = 5

/** Interaction to next paint at a fourth of the speed, in ms: the middle of five and the worst. */
export async function measureResponses(browser: Browser, url: string): Promise<string> {
  const lines: string[] = []
  for (const deed of deeds) lines.push(await describeDeed(browser, url, deed))
  const title = `\nInteraction to next paint, ${slowness} times slowed, ms`
  return [title, 'middle  worst  deed', ...lines].join('\n')
}

async function describeDeed(browser: Browser, url: string, deed: Deed): Promise<string> {
  try {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) times.push(await timeOf(browser, url, deed))
    const middle = median(times)
    const numbers = [middle, Math.max(...times)].map((time) => String(time).padStart(6))
    return `${numbers.join(' ')}  ${deed.name}${middle < limit ? '' : `, over ${limit} ms`}`
  } catch (error) {
    return `     ?      ?  ${deed.name}: ${String(error)}`
  }
}

async function timeOf(browser: Browser, url: string, deed: Deed): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  try {
    const page = await context.newPage()
    await page.goto(url + deed.path, { waitUntil: 'networkidle' })
    await deed.before?.(page)
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowness })
    await page.evaluate(watchInteractions)
    await deed.act(page)
    return await page.evaluate(longestInteraction)
  } finally {
    await context.close()
  }
}

/** These run in the browser. */
async function untilIdle(): Promise<void> {
  const quiet = 1000
  await new Promise((resolve) => setTimeout(resolve, quiet))
  await new Promise((resolve) => requestIdleCallback(resolve))
}

function watchInteractions(): void {
  const times: number[] = []
  Object.assign(window, { interactionTimes: times })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if ('interactionId' in entry && entry.interactionId !== 0) times.push(entry.duration)
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}

/** Shorter interactions than 16 ms are not reported by browsers; they count as 0. */
async function longestInteraction(): Promise<number> {
  const pause = new Promise((resolve) => setTimeout(resolve, 600))
  await pause
  const { interactionTimes } = window as unknown as { interactionTimes: number[] }
  return Math.max(0, ...interactionTimes)
}
