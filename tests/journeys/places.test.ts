import { expect, test } from 'vitest'
import { expectFocus } from '../account/expect-shown.ts'
import { collectErrors, openBrowser } from '../support/browser.ts'
import { phone } from '../support/screens.ts'
import { openJourney } from '../support/journey.ts'

const { shop, browser, takeAnother } = openJourney({ reducedMotion: 'no-preference' })

const places = [
  '/upcoming-dates',
  '/wholesale',
  '/trailer-trash-taco-tuesdays',
  '/southern-comfort-food',
  '/markets',
  '/markets-does-gregs-and-sauces',
  '/battersea-brewery',
  '/about',
  '/queer',
]

async function pageText(path: string): Promise<string> {
  return (await fetch(shop.url + path)).text()
}

function canonicalOf(html: string): string | undefined {
  return /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1]
}

function structuredData(html: string): object[] {
  const blocks = html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)
  return [...blocks].map(([, json = '']) => JSON.parse(json))
}

test('every venue page has its own title and description', async () => {
  const pages = await Promise.all(places.map(pageText))
  const titles = pages.map((page) => /<title>(.*?)<\/title>/.exec(page)?.[1])
  // The page About has two paths, so there is one title less than paths.
  expect(new Set(titles).size).toBe(places.length - 1)
  expect(titles).not.toContain('Y’alright: Bold Flavours, Inclusive Vibes')
})

test('pages with two paths name the first as canonical', async () => {
  expect(canonicalOf(await pageText('/wholesale'))).toBe(`${shop.url}/upcoming-dates`)
  expect(canonicalOf(await pageText('/queer'))).toBe(`${shop.url}/about`)
  expect(canonicalOf(await pageText('/markets'))).toBe(`${shop.url}/markets`)
})

test('the trade page begins with wholesale', async () => {
  const { page } = browser
  await page.goto(`${shop.url}/wholesale`)
  const main = page.getByRole('main')
  expect(await main.getByRole('heading', { level: 1 }).allTextContents()).toEqual(['Wholesale'])
  await page.goto(`${shop.url}/upcoming-dates`)
  expect(await main.getByRole('heading', { level: 1 }).allTextContents()).toEqual([
    'Where to Find Us',
  ])
})

test('Where to Find Us is less than 4,500 px long on a phone', async () => {
  const small = await openBrowser({ viewport: phone })
  await small.page.goto(`${shop.url}/upcoming-dates`)
  expect(await small.page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(4500)
  await small.close()
})

test('a Fastext key scrolls to the top and 50 ms later leads to its section', async () => {
  const { page } = browser
  await page.setViewportSize({ width: 1280, height: 500 })
  await page.goto(`${shop.url}/upcoming-dates`)
  // Waits for hydration, which replaces the menu link by a button. Before it, the link pressed below would load the
  // whole page again.
  await page.getByRole('button', { name: 'Menu', exact: true }).waitFor()
  const keys = page.getByRole('navigation', { name: 'Where to find us' })
  await keys.scrollIntoViewIfNeeded()
  await page.evaluate(() => {
    const steps: { what: string; at: number }[] = []
    const note = (what: string) => steps.push({ what, at: performance.now() })
    const scroll = window.scrollTo.bind(window)
    const push = history.pushState.bind(history)
    Object.assign(window, {
      steps,
      scrollTo: (...where: [ScrollToOptions] | [number, number]) => {
        const [first, top] = where
        if (typeof first !== 'number') note(`scroll to ${first.top}, ${first.behavior}`)
        scroll(typeof first === 'number' ? { left: first, top: top ?? 0 } : first)
      },
    })
    history.pushState = (...state) => {
      note('next page')
      push(...state)
    }
  })
  await keys.getByRole('link', { name: 'Battersea Brewery' }).click()
  await page.waitForURL(`${shop.url}/battersea-brewery`)
  const steps = await page.evaluate(
    () => (window as unknown as { steps: { what: string; at: number }[] }).steps,
  )
  const [first] = steps
  const next = steps.find(({ what }) => what === 'next page')
  expect(first?.what).toBe('scroll to 0, smooth')
  expect((next?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(49)
  await page.waitForFunction(() => scrollY === 0)
  await page.setViewportSize({ width: 1280, height: 900 })
})

test('each year opens enlarged with its name and closes by click, button and Esc', async () => {
  await takeAnother({ images: true })
  const { page } = browser
  const errors = collectErrors(page)
  page.on('console', (message) => errors.push(message.text()))
  await page.goto(`${shop.url}/about`)
  const opener = page.getByRole('button', { name: '2020', exact: true })
  const print = page.getByRole('dialog', { name: 'Sauces go in the post' })
  await opener.click()
  await print.getByText('2020').waitFor()
  await print.getByRole('button', { name: 'Close' }).click()
  await print.waitFor({ state: 'hidden' })
  await opener.click()
  await print.click({ position: { x: 100, y: 100 } })
  await print.waitFor({ state: 'hidden' })
  await opener.click()
  await page.mouse.click(20, 400)
  await print.waitFor({ state: 'hidden' })
  await opener.press('Enter')
  await page.keyboard.press('Escape')
  await print.waitFor({ state: 'hidden' })
  await expectFocus(opener)
  const names = await page.getByRole('button', { name: /^20\d\d$/ }).allTextContents()
  expect(names).toHaveLength(10)
  // These are the sizes of a phone in landscape and of a laptop at 400 % zoom.
  for (const [width, height] of [
    [740, 360],
    [320, 256],
  ] as const) {
    await page.setViewportSize({ width, height })
    await opener.press('Enter')
    const box = await print.boundingBox()
    expect(box?.y).toBeGreaterThanOrEqual(0)
    expect((box?.y ?? 0) + (box?.height ?? height)).toBeLessThanOrEqual(height)
    await page.keyboard.press('Escape')
  }
  expect(errors).toEqual([])
})

test('a beer mat shows its back when its button is pressed', async () => {
  const { page } = browser
  await page.goto(`${shop.url}/battersea-brewery`)
  const mat = page.getByRole('button', { name: 'Turn over Peach Pale' })
  await mat.press('Enter')
  await page.getByRole('status').getByText('the second').waitFor()
  expect(await mat.getAttribute('aria-pressed')).toBe('true')
  await mat.press(' ')
  expect(await mat.getAttribute('aria-pressed')).toBe('false')
})

test('a flyer separates its day and year', async () => {
  expect((await pageText('/southern-comfort-food')).replaceAll(/<[^>]*>/g, '')).toContain(
    'The first one in the squareThursday 5 June 2025',
  )
})

test('the flyers rotate by themselves until they are paused', async () => {
  const { page } = browser
  await page.goto(`${shop.url}/southern-comfort-food`)
  const flyers = page.getByRole('region', { name: 'Flyers', exact: true })
  await flyers.scrollIntoViewIfNeeded()
  await page.mouse.move(2, 2)
  const list = flyers.getByRole('list', { name: 'Flyers' })
  await expect
    .poll(() => list.evaluate((row) => row.scrollLeft), { timeout: 10_000 })
    .toBeGreaterThan(0)
  await flyers.getByRole('button', { name: 'Pause the flyers' }).click()
  await flyers.getByRole('button', { name: 'Play the flyers' }).waitFor()
  await flyers.getByRole('button', { name: 'Previous flyer' }).click()
  await flyers.getByRole('button', { name: 'Next flyer' }).click()
})

test('the pop-ups of 2025 are listed as past, and upcoming dates can be added to a calendar', async () => {
  const { page } = browser
  await page.goto(`${shop.url}/southern-comfort-food`)
  const past = page.getByRole('region', { name: 'Been and gone' })
  const days = await past.getByRole('time').allTextContents()
  expect(days.map((day) => day.replace(/ 2025$/, ''))).toEqual(
    expect.arrayContaining(['Thursday 5 June', 'Thursday 10 July']),
  )
  const feed = await fetch(`${shop.url}/dates.ics`)
  expect(feed.headers.get('content-type')).toContain('text/calendar')
  expect(await feed.text()).toMatch(
    /^BEGIN:VCALENDAR\r\n[\s\S]*BEGIN:VEVENT[\s\S]*END:VCALENDAR\r\n$/,
  )
  const one = await fetch(`${shop.url}/dates/pop-up-june-2025.ics`)
  expect(one.headers.get('content-disposition')).toContain('pop-up-june-2025.ics')
  expect(await one.text()).toContain('DTSTART:20250605T170000Z')
  expect((await fetch(`${shop.url}/dates/no-such-date.ics`)).status).toBe(404)
})

test('the film loads when it comes into view and plays muted in a loop with captions', async () => {
  const fresh = await openBrowser({ viewport: phone, reducedMotion: 'no-preference' })
  const paths: string[] = []
  fresh.page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  await fresh.page.goto(`${shop.url}/trailer-trash-taco-tuesdays`)
  await fresh.page.waitForLoadState('networkidle')
  expect(paths.filter((path) => path.endsWith('.mp4'))).toEqual([])
  const film = fresh.page.locator('video')
  await film.scrollIntoViewIfNeeded()
  await film.and(fresh.page.locator('[autoplay]')).waitFor()
  expect(paths.filter((path) => path.endsWith('.mp4')).length).toBeGreaterThan(0)
  const state = await film.evaluate((video: HTMLVideoElement) => ({
    muted: video.muted,
    loop: video.loop,
    controls: video.controls,
    captions: video.textTracks.length,
  }))
  expect(state).toEqual({ muted: true, loop: true, controls: true, captions: 1 })
  await fresh.close()
})

test('structured data describes the upcoming dates and the organisation', async () => {
  const [events] = structuredData(await pageText('/southern-comfort-food'))
  expect(events).toMatchObject({ '@context': 'https://schema.org' })
  const [organisation] = structuredData(await pageText('/about'))
  expect(organisation).toMatchObject({ '@type': 'Organization', foundingDate: '2016' })
})

test('the venue pages are complete without JavaScript', async () => {
  const plain = await openBrowser({ javaScriptEnabled: false, viewport: phone })
  const { page } = plain
  await page.goto(`${shop.url}/upcoming-dates`)
  await page.getByRole('link', { name: 'Battersea Brewery' }).first().click()
  await page.waitForURL(`${shop.url}/battersea-brewery`)
  await page.getByText('buys the second').waitFor()
  await page.goto(`${shop.url}/about`)
  await page.getByRole('button', { name: '2018', exact: true }).click()
  const print = page.getByRole('dialog', { name: 'A trailer of our own' })
  await print.getByRole('button', { name: 'Close' }).click()
  await print.waitFor({ state: 'hidden' })
  await page.goto(`${shop.url}/trailer-trash-taco-tuesdays`)
  expect(await page.getByRole('img', { name: 'Taco night' }).count()).toBeGreaterThan(1)
  await plain.close()
})
