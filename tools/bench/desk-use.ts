import type { Session } from '@supabase/supabase-js'
import type { Browser, Page } from 'playwright-core'
import { deskDaySteps, type DeskStep } from '../../tests/inspect/desk-day.ts'
import { recordInteractions, measureNextPress } from '../../tests/inspect/in-page.ts'
import { phone } from '../../tests/support/screens.ts'
import { withBrowser } from '../../commands/lib/browser.ts'
import { atMost, createFigure, median, type BenchSettings, format } from './figure.ts'
import { recordLoads } from './first-view.ts'
import type { RestartableShop } from './restartable-shop.ts'
import { measureFirstLoad } from './lighthouse.ts'
import { createVisitor, formRequests } from './visitor.ts'

/** Measures how fast the desk loads, opens a screen and responds to a tap on a phone, in a shop with a few enquiries. */
export async function measureDeskUse(
  { url, keys }: RestartableShop,
  session: Session,
  pace: BenchSettings,
) {
  const { ask, leave } = createVisitor(url, { apikey: keys.publishable })
  for (let guest = 0; guest < 8; guest++) {
    const [path, body] = formRequests.catering(`Guest ${guest}`, `guest${guest}@example.com`)
    await ask(path, { body })
  }
  leave()
  const stored = { 'desk-session': JSON.stringify(session) }
  const address = `${url}/desk`
  const scripts = await withBrowser((browser) => weigh(browser, address, stored))
  return [
    createFigure('JavaScript of the first load, gzip', scripts, atMost(220e3, format.kB)),
    await measureFirstLoad('the desk’s sign-in', address, pace),
    await measureFirstLoad('Today, signed in', address, pace, stored),
    ...(await withBrowser((browser) => goAbout(browser, address, stored, pace))),
  ]
}

/** Opens the desk's first screen, Today, as a user who is signed in but has never opened the desk in this browser. */
async function openToday(page: Page, address: string, stored: object): Promise<void> {
  await page.addInitScript((all) => void Object.assign(localStorage, all), stored)
  await page.goto(address)
  await page.getByText('Taken today').waitFor()
}

/** Returns the size of the scripts that the screen Today loads, in bytes as sent with gzip. */
async function weigh(browser: Browser, address: string, stored: object): Promise<number> {
  // Blocks the service worker, because scripts that it prefetches do not count.
  const page = await browser.newPage({ viewport: phone, serviceWorkers: 'block' })
  const weightOf = recordLoads(page)
  await openToday(page, address, stored)
  return weightOf('script')
}

async function goAbout(
  browser: Browser,
  address: string,
  stored: object,
  { rounds }: BenchSettings,
) {
  const days: Answer[][] = []
  while (days.length < Math.min(3, rounds)) days.push(await pressAll(browser, address, stored, 1))
  const slow = await pressAll(browser, address, stored, 4)
  const found = deskDaySteps.map(({ name, answer }, at) => ({
    name,
    isScreen: answer === undefined,
    ms: median(days.map((answers) => answers[at]?.ms ?? Number.NaN)),
    slow: slow[at]?.interaction ?? Number.NaN,
  }))
  const how = `each the middle of ${days.length}`
  const { screens = [], presses = [] } = Object.groupBy(found, ({ isScreen }) =>
    isScreen ? 'screens' : 'presses',
  )
  const throttled = found.map(({ name, slow: ms }) => ({ name, ms }))
  return [
    worst('the last change of a later screen after its press', 300, screens, how),
    worst('the first answer that is seen of a press', 100, presses, how),
    worst('INP, the processor 4 times slower', 200, throttled, 'by event timing'),
  ]
}

/**
 * Returns a result for the benchmark's report: the longest of all times, which must be at most `most` ms, with the names of the
 * three slowest.
 */
function worst(name: string, most: number, all: { name: string; ms: number }[], how: string) {
  const sorted = all.toSorted((a, b) => b.ms - a.ms)
  const slowest = sorted.slice(0, 3).map((one) => `${one.name} ${format.ms(one.ms)}`)
  const times = sorted.map(({ ms }) => ms)
  const beside = `${slowest.join(', ')}; middle ${format.ms(median(times))} of ${times.length}, ${how}`
  return createFigure(name, Math.max(...times), atMost(most, format.ms), beside)
}

type Answer = Awaited<ReturnType<typeof press>>

/** Does all steps of `deskDaySteps` in a fresh browser, whose CPU is throttled by the factor `rate`. */
async function pressAll(browser: Browser, address: string, stored: object, rate: number) {
  const context = await browser.newContext({ viewport: phone, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  await page.addInitScript(recordInteractions)
  await openToday(page, address, stored)
  // Waits for the service worker, because its prefetching of all screens must not delay the measured taps.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const devTools = await context.newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate })
  const answers: Answer[] = []
  for (const one of deskDaySteps) answers.push(await press(page, one))
  await context.close()
  return answers
}

/**
 * Taps an element as soon as its position is stable. Sends a raw tap, because the browser driver's own checks would be measured as
 * well. Returns the ms until the response, and the duration in ms of the longest interaction, which is 0 when it is below 16.
 */
async function press(page: Page, { press, answer, type = '' }: DeskStep) {
  const target = page.locator(press).filter({ visible: true }).first()
  await target.tap({ trial: true })
  const box = await target.boundingBox()
  if (box === null) throw new Error(`${press} is not there`)
  await page.evaluate(measureNextPress, answer)
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
  const ms = await page.evaluate(() => window.answered)
  await page.keyboard.type(type)
  // Waits, because the browser reports an interaction only after the frame that it caused.
  await page.waitForTimeout(100)
  const noted = await page.evaluate(() => window.interactions.splice(0))
  return { ms, interaction: Math.max(0, ...noted) }
}
