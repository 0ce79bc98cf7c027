import type { Session } from '@supabase/supabase-js'
import type { Browser, Page } from 'playwright-core'
import { noteInteractions, watchPress } from '../../tests/inspect/in-page.ts'
import { phone } from '../../tests/support/screens.ts'
import { withBrowser } from '../browser.ts'
import { atMost, type Figure, figure, median, type Pace, show } from './figure.ts'
import { weighLoads } from './first-view.ts'
import type { KeptShop } from './kept-shop.ts'
import { measureFirstLoad } from './lighthouse.ts'
import { createVisitor, forms } from './visitor.ts'

/**
 * What is pressed, and of what more or fewer match when the press is answered; without that a screen is opened. What is
 * typed comes after it.
 */
interface Press {
  name: string
  press: string
  answer?: string
  type?: string
}

const open = '.dlg[data-open]'
const notice = '.toast:not([data-ending-style])'
const close: Press = { name: 'Close', press: '.dlg .x', answer: open }
const back: Press = { name: 'Back', press: '.back' }
const inBar = (name: string, path: string): Press => ({ name, press: `.bar [href="${path}"]` })
const inMore = (name: string, path: string): Press[] => [
  { name: 'More', press: '.bar button', answer: open },
  { name, press: `.dlg [href="${path}"]` },
]
const tab = (name: string, list: string, place: number): Press => {
  const press = `[aria-label="${list}"] a:nth-child(${place})`
  return { name, press, answer: `${press}[aria-current]` }
}
const turned = (name: string, press: string, answer: string): Press => ({ name, press, answer })

/** A day's work of an owner, through all screens. */
const day: Press[] = [
  { name: 'Search orders', press: '.top .only-p', type: 'rosa' },
  { name: 'Order', press: '.orders .row' },
  back,
  inBar('Pack', '/desk/pack'),
  turned('An order is chosen', '.parcel:nth-child(1) label', '.parcel :checked'),
  turned('Another', '.parcel:nth-child(2) label', '.parcel :checked'),
  { name: 'Pick list', press: '.act button' },
  turned('Picked', '.pick label', '.is-picked'),
  { name: 'Slips', press: '.act a' },
  turned('Next slip', '[aria-label="Next slip"]', '[aria-label="Next slip"]:disabled'),
  { name: 'Send', press: '.act .btn:last-child' },
  turned('Carrier', '.carriers label:nth-child(2)', '.carriers label:nth-child(2).is-on'),
  turned('Marked as sent', '.act button', '.act button:disabled'),
  turned('Undo of what was sent', '.undo-line button', '.undo-line button:disabled'),
  tab('Sent', 'Orders', 3),
  inBar('Products', '/desk/products'),
  turned('Sold out', '[data-key="s"][aria-checked=false]', '[data-key="s"][aria-checked=true]'),
  turned('Undo of sold out', `${notice} .tlink`, notice),
  { ...turned('Price', '[data-key="£"]', '.price-form'), type: '8.60' },
  turned('Price saved', '.price-form button', '.price-form'),
  { ...turned('Start counting', '[aria-label^="Start counting"]', '.count-form .pin'), type: '12' },
  turned('Counted', '.count-form .pin button', '.count-form .pin'),
  turned('One more', '.qty:has([value="12"]) [data-key="+"]', '.count[value="13"]'),
  tab('Live', 'Show', 2),
  { name: 'Product', press: '.nm' },
  turned('Heat', '[aria-label="More heat"]', '.heat-line i[style*="--c"]'),
  back,
  inBar('Enquiries', '/desk/enquiries'),
  { name: 'Enquiry', press: '.only-p [data-enquiry]' },
  turned('Its stage', '.stage label:nth-child(3)', '.stage label:nth-child(3) :checked'),
  { name: 'Person', press: '.fact .tlink' },
  back,
  back,
  tab('Quoted', 'Stages', 3),
  ...inMore('Dates', '/desk/dates'),
  turned('Add a date', '.act button', open),
  close,
  ...inMore('Notices and words', '/desk/words'),
  { ...turned('Words', '.words textarea', '.words textarea:focus'), type: ' Hello' },
  turned('The bar', '.words-head .sw', '.words-head .sw--on'),
  ...inMore('People', '/desk/people'),
  ...inMore('Money', '/desk/money'),
  tab('Year', 'Show', 3),
  ...inMore('Codes', '/desk/codes'),
  turned('New code', '.make .btn', open),
  close,
  ...inMore('Mail and health', '/desk/mail'),
  { name: 'What happened', press: '[href="/desk/log"]' },
  ...inMore('Team', '/desk/team'),
  inBar('Today', '/desk'),
]

/** How soon the desk is there, opens a screen and answers a press: on a phone, in a shop with some enquiries. */
export async function measureUse(
  { url, keys }: KeptShop,
  session: Session,
  pace: Pace,
): Promise<Figure[]> {
  const { ask, leave } = createVisitor(url, { apikey: keys.publishable })
  for (let guest = 0; guest < 8; guest++) {
    const [path, body] = forms.catering(`Guest ${guest}`, `guest${guest}@example.com`)
    await ask(path, { body })
  }
  leave()
  const stored = { 'desk-session': JSON.stringify(session) }
  const address = `${url}/desk`
  const firstLoads = [
    await withBrowser((browser) => weigh(browser, address, stored)),
    await measureFirstLoad('the desk’s sign-in', address, pace),
    await measureFirstLoad('Today, signed in', address, pace, stored),
  ]
  return [
    ...firstLoads,
    ...(await withBrowser((browser) => goAbout(browser, address, stored, pace))),
  ]
}

type Stored = Record<string, string>

/** Today as who has been signed in on this phone, and has never opened the desk there. */
async function openToday(page: Page, address: string, stored: Stored): Promise<void> {
  await page.addInitScript((all) => void Object.assign(localStorage, all), stored)
  await page.goto(address)
  await page.getByText('Taken today').waitFor()
}

/** The scripts that Today takes, in bytes as gzip sends them. */
async function weigh(browser: Browser, address: string, stored: Stored): Promise<Figure> {
  // What its worker fetches for later is no part of it.
  const page = await browser.newPage({ viewport: phone, serviceWorkers: 'block' })
  const weightOf = weighLoads(page)
  await openToday(page, address, stored)
  return figure(
    'JavaScript of the first load, gzip',
    await weightOf('script'),
    atMost(220e3, show.kB),
  )
}

async function goAbout(browser: Browser, address: string, stored: Stored, { rounds }: Pace) {
  const days: Answer[][] = []
  while (days.length < Math.min(3, rounds)) days.push(await pressAll(browser, address, stored, 1))
  const slow = await pressAll(browser, address, stored, 4)
  const taken = day.map(({ name, answer }, at) => ({
    name,
    isScreen: answer === undefined,
    ms: median(days.map((answers) => answers[at]?.ms ?? Number.NaN)),
  }))
  const waits = slow.map(({ interaction }, at) => ({ name: day[at]?.name ?? '', ms: interaction }))
  const times = `, each the middle of ${days.length}`
  return [
    worst(
      'the last change of a later screen after its press',
      300,
      taken.filter(({ isScreen }) => isScreen),
      times,
    ),
    worst(
      'the first answer that is seen of a press',
      100,
      taken.filter(({ isScreen }) => !isScreen),
      times,
    ),
    worst('INP, the processor 4 times slower', 200, waits, ', by event timing'),
  ]
}

/** The longest of them, and whose it is. */
function worst(
  name: string,
  most: number,
  all: { name: string; ms: number }[],
  how: string,
): Figure {
  const [first, second, third] = all.toSorted((a, b) => b.ms - a.ms)
  const [longest, ...next] = [first, second, third].map(
    (one) => `${one?.name} ${show.ms(one?.ms ?? 0)}`,
  )
  const middle = show.ms(median(all.map(({ ms }) => ms)))
  const beside = `${longest}, then ${next.join(', ')}; middle ${middle} of ${all.length}${how}`
  return figure(name, first?.ms ?? Number.NaN, atMost(most, show.ms), beside)
}

interface Answer {
  ms: number
  /** The longest of its interactions, ms; 0 below 16. */
  interaction: number
}

/** In a browser that has never been here, on a processor so many times slower. */
async function pressAll(browser: Browser, address: string, stored: Stored, rate: number) {
  const context = await browser.newContext({ viewport: phone, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  await page.addInitScript(noteInteractions)
  await openToday(page, address, stored)
  const devTools = await context.newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate })
  const answers: Answer[] = []
  for (const one of day) answers.push(await press(page, one))
  await context.close()
  return answers
}

/** What is pressed stands still before; then it is a finger alone, without the driver’s own looks at the page. */
async function press(page: Page, { press, answer, type = '' }: Press): Promise<Answer> {
  const target = page.locator(press).filter({ visible: true }).first()
  await target.tap({ trial: true })
  const box = await target.boundingBox()
  if (box === null) throw new Error(`${press} is not there`)
  await page.evaluate(watchPress, answer)
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
  const ms = await page.evaluate(() => window.answered)
  await page.keyboard.type(type)
  // An interaction is told of after its frame.
  await page.waitForTimeout(100)
  const noted = await page.evaluate(() => window.interactions.splice(0))
  return { ms, interaction: Math.max(0, ...noted) }
}
