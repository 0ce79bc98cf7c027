import { join } from 'node:path'
import axe from 'axe-core'
import type { BrowserContext, Page } from 'playwright-core'
import { storageKeys } from '../../app/features/browser/storage-keys.ts'
import type { Check, Finding } from './finding.ts'
import {
  findLosses,
  findSmallTargets,
  fitsWindow,
  isAlive,
  isWhole,
  type Outline,
  readingHeight,
  readOutline,
  readThrough,
  rewind,
  refuseNewsletter,
  takeNotes,
  takePlaces,
} from './in-page.ts'
import type { InspectedPage } from './pages.ts'
import type { createScales, Weight } from './weights.ts'

/** CSS pixels. */
export interface Size {
  width: number
  height: number
}

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Sum of the shifts of the layout, as browsers count them. */
const mostShift = 0.01
/** The least that has to stay for reading at 400%, in CSS pixels of a window 256 high. */
const leastForReading = 110

/** What was seen of a page; null when it could not be opened. */
export interface Visit {
  seen: { outline: Outline; weight: Weight; shift: number } | null
  findings: Finding[]
}

interface Meeting {
  context: BrowserContext
  url: string
  page: InspectedPage
  size: Size
}

interface LookedAt extends Meeting {
  scales: ReturnType<typeof createScales>
  /** Where a picture of the whole page goes; null for none. */
  picture: string | null
}

/** Opens a page in a tab of its own, lets `look` at it and closes it. What goes wrong becomes a finding. */
async function inTab<T>(
  { context, url, page, size }: Meeting,
  look: (tab: Page, note: (check: Check, details: string[], width?: number) => void) => Promise<T>,
): Promise<{ seen: T | null; findings: Finding[] }> {
  const findings: Finding[] = []
  const note = (check: Check, details: string[], width = size.width) => {
    for (const detail of details) findings.push({ check, page: page.name, width, detail })
  }
  const tab = await context.newPage()
  try {
    await tab.setViewportSize(size)
    tab.on('console', (message) => {
      const isOwnStatus = message.location().url === url + page.path && page.status === 404
      if (message.type() === 'error' && !isOwnStatus)
        note('console', [`${message.text()} ${message.location().url}`])
    })
    tab.on('pageerror', (error) => note('console', [error.message]))
    await tab.addInitScript(takeNotes)
    await tab.addInitScript(refuseNewsletter, storageKeys.newsletterPopupSeen)
    return { seen: await look(tab, note), findings }
  } catch (error) {
    note('visit', [String(error)])
    return { seen: null, findings }
  } finally {
    await tab.close()
  }
}

async function arrive(tab: Page, { url, page }: Meeting): Promise<number> {
  const answer = await tab.goto(url + page.path, { waitUntil: 'load' })
  await tab.waitForFunction(isAlive)
  await tab.waitForLoadState('networkidle')
  await tab.waitForFunction(isWhole)
  return answer?.status() ?? 0
}

/** A window of another size, when the page has been laid out for it. */
async function resize(tab: Page, size: Size): Promise<void> {
  await tab.setViewportSize(size)
  await tab.waitForFunction(fitsWindow, size)
}

/** Looks at a page on one size of screen as its visitors get it. */
export async function visit(meeting: LookedAt): Promise<Visit> {
  const { page, size, scales, picture } = meeting
  return inTab(meeting, async (tab, note) => {
    const status = await arrive(tab, meeting)
    if (status !== page.status) note('status', [`answers ${status}`])
    const weight = await scales.weigh(await loadedBy(tab))
    const outline = await tab.evaluate(readOutline)
    await tab.evaluate(readThrough)
    const { shift, shifted, violations } = await tab.evaluate(() => window.noted)
    note('policy', violations)
    if (shift >= mostShift)
      note('shift', [`${shift.toFixed(3)}: ${[...new Set(shifted)].slice(0, 5).join(', ')}`])
    await tab.emulateMedia({ reducedMotion: 'reduce' })
    if (picture !== null) await draw(tab, picture)
    note('axe', await askAxe(tab))
    note('targets', await tab.evaluate(findSmallTargets))
    await tab.evaluate(rewind)
    await narrowAndEnlarge(tab, size, note)
    return { outline, weight, shift }
  })
}

let drawing: Promise<unknown> = Promise.resolve()

/** A picture of the whole page. One at a time: tabs that are drawn side by side get each other's tiles. */
async function draw(tab: Page, path: string): Promise<void> {
  const turn = drawing.then(async () => {
    await tab.evaluate(rewind)
    await tab.screenshot({ path, fullPage: true, quality: 80 })
  })
  drawing = turn.catch(() => null)
  await turn
}

async function loadedBy(tab: Page): Promise<string[]> {
  return tab.evaluate(() => [
    location.href,
    ...performance.getEntriesByType('resource').map(({ name }) => name),
  ])
}

async function askAxe(tab: Page): Promise<string[]> {
  await tab.evaluate(axe.source)
  return tab.evaluate(async (runOnly) => {
    const loaded = window as unknown as { axe: typeof axe }
    const { violations } = await loaded.axe.run(document, { runOnly, resultTypes: ['violations'] })
    return violations.flatMap(({ id, nodes }) =>
      nodes
        .slice(0, 3)
        .map(({ html, any }) => `${id}: ${html.slice(0, 160)} ${any[0]?.message ?? ''}`),
    )
  }, rules)
}

/** On a desk also 768 wide, words at 200% and everything at 400%; on a phone also 320 wide. */
async function narrowAndEnlarge(
  tab: Page,
  size: Size,
  note: (check: Check, details: string[], width?: number) => void,
): Promise<void> {
  const isDesk = size.width > 1000
  note('sideways', await tab.evaluate(findLosses, size.width))
  const narrower = { width: isDesk ? 768 : 320, height: size.height }
  await resize(tab, narrower)
  note('sideways', await tab.evaluate(findLosses, narrower.width), narrower.width)
  if (!isDesk) return
  await resize(tab, { width: 320, height: 256 })
  const left = await tab.evaluate(readingHeight)
  if (left < leastForReading) note('enlarged', [`400% leaves ${left} of 256 px for reading`])
  note(
    'enlarged',
    (await tab.evaluate(findLosses, 320)).map((loss) => `400%: ${loss}`),
  )
  await resize(tab, size)
  await tab.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  note(
    'enlarged',
    (await tab.evaluate(findLosses, size.width)).map((loss) => `200%: ${loss}`),
  )
}

/** Whether anything moves by itself for who prefers less motion, in twelve seconds of the page's own clock. */
export async function watchStillness(meeting: Meeting): Promise<Finding[]> {
  const { findings } = await inTab(meeting, async (tab, note) => {
    await tab.emulateMedia({ reducedMotion: 'reduce' })
    // The clock belongs to the context, so that nobody else may be in it.
    await tab.clock.install()
    await arrive(tab, meeting)
    const before = new Set(await settle(tab))
    await tab.clock.runFor(12_000)
    const after = await tab.evaluate(takePlaces)
    const moved = after.filter((place) => !before.has(place) || place.startsWith('!'))
    note('stillness', moved.slice(0, 3))
  })
  return findings
}

/** Where everything stands once nothing comes any more that was still on its way. */
async function settle(tab: Page, last: string[] = [], patience = 10): Promise<string[]> {
  await tab.clock.runFor(2000)
  await tab.waitForLoadState('networkidle')
  const places = await tab.evaluate(takePlaces)
  if (patience === 0 || places.join() === last.join()) return places
  return settle(tab, places, patience - 1)
}

/** Whether a page reads whole in a browser without JavaScript. */
export async function readWithoutJavaScript(
  meeting: Meeting & { picture: string | null },
): Promise<Finding[]> {
  const { findings } = await inTab(meeting, async (tab, note) => {
    await tab.goto(meeting.url + meeting.page.path, { waitUntil: 'networkidle' })
    const outline = await tab.evaluate(readOutline)
    const { headings, words, links, landmarks } = outline
    const lacks = [
      headings.every(([level]) => level !== 1) && 'no first heading',
      words.length < 80 && `only “${words}” in main`,
      links === 0 && meeting.page.canonical !== null && 'no link in main',
      (landmarks.banner === 0 || landmarks.contentinfo === 0) && 'no header or no footer',
    ]
    note(
      'without JavaScript',
      lacks.filter((lack) => lack !== false),
    )
    note('without JavaScript', await tab.evaluate(findLosses, meeting.size.width))
    if (meeting.picture !== null) await draw(tab, meeting.picture)
  })
  return findings
}

/** Draws a page in the forced colours of the system. */
export async function drawInForcedColours(meeting: Meeting, folder: string): Promise<Finding[]> {
  const { findings } = await inTab(meeting, async (tab) => {
    await tab.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
    await arrive(tab, meeting)
    await tab.evaluate(readThrough)
    await draw(tab, join(folder, pictureName(meeting.page)))
  })
  return findings
}

/** The file of a page's picture. */
export function pictureName({ name }: InspectedPage): string {
  return `${name.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '') || 'home'}.jpg`
}
