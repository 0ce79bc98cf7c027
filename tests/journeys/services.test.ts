import { expect, test } from 'vitest'
import { updateRows } from '../account/shoppers.ts'
import { collectErrors, openBrowser } from '../support/browser.ts'
import { phone } from '../support/screens.ts'
import { openJourney } from '../support/journey.ts'

const { shop, browser } = openJourney({ reducedMotion: 'no-preference' })

async function pageText(path: string): Promise<string> {
  const answer = await fetch(shop.url + path)
  expect(answer.status).toBe(200)
  return answer.text()
}

test.each([
  ['/lgbt-proud-catering', '/lgbt-proud-catering'],
  ['/hire-proud-catering', '/lgbt-proud-catering'],
  ['/proud-catering', '/lgbt-proud-catering'],
  ['/ask-beau', '/ask-beau'],
  ['/beau-consultancy', '/ask-beau'],
])('%s has the canonical address %s', async (path, canonical) => {
  const text = await pageText(path)
  expect(text).toContain(`<link rel="canonical" href="${shop.url}${canonical}"/>`)
})

test('the catering page describes its business, and no sample is marked up as a review', async () => {
  const text = await pageText('/lgbt-proud-catering')
  const json = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text)?.[1] ?? '{}'
  expect(JSON.parse(json)).toMatchObject({
    '@type': 'LocalBusiness',
    areaServed: { name: 'London' },
  })
  for (const path of ['/lgbt-proud-catering', '/ask-beau', '/testimonials', '/contact'])
    expect(await pageText(path)).not.toMatch(/"@type":"(Review|AggregateRating)"/)
})

test('Get in Touch opens an email with a subject, and an enquiry can be sent instead', async () => {
  const { page } = browser
  await page.goto(`${shop.url}/lgbt-proud-catering`)
  const touch = page.getByRole('link', { name: 'Get in Touch' })
  expect(await touch.getAttribute('href')).toMatch(/^mailto:catering@.*\?subject=/)
  await page.getByRole('main').getByText('Send an enquiry').waitFor()
})

test('the notes scroll by themselves in a loop until they are paused', async () => {
  const { page } = browser
  await page.goto(`${shop.url}/ask-beau`)
  const notes = page.getByRole('list', { name: 'Testimonials' })
  await page.getByRole('button', { name: 'Pause the notes' }).waitFor()
  await notes.scrollIntoViewIfNeeded()
  await page.mouse.move(2, 120)
  const left = () => notes.evaluate((list) => list.scrollLeft)
  await expect.poll(left, { timeout: 12_000 }).toBeGreaterThan(100)
  await expect.poll(left, { timeout: 20_000 }).toBeLessThan(10)
  await page.getByRole('button', { name: 'Pause the notes' }).click()
  await page.getByRole('button', { name: 'Play the notes' }).waitFor()
})

test('the tabs of the binder lead to the six dividers', async () => {
  const { page } = browser
  await page.goto(`${shop.url}/ask-beau`)
  const tabs = page.getByRole('navigation', { name: 'Services' }).getByRole('link')
  expect(await tabs.count()).toBe(6)
  for (const link of await tabs.all()) {
    const target = await link.getAttribute('href')
    expect(await page.locator(target ?? '').count()).toBe(1)
  }
})

test('an open box leads to its product, and a flagged one is a disabled button that says so', async () => {
  await updateRows(shop, 'products?slug=eq.twink-box-quarterly-subscription', {
    isComingSoon: true,
  })
  await expect.poll(() => pageText('/subscriptions')).toContain('Coming Soon - Flagged')
  const { page } = browser
  const errors = collectErrors(page)
  await page.goto(`${shop.url}/subscriptions`)
  const twink = page.getByRole('region', { name: 'Twink Box' })
  const flagged = twink.getByRole('button', { name: 'Coming Soon - Flagged' })
  expect(await flagged.isDisabled()).toBe(true)
  await page.getByRole('link', { name: /^Monthly.*Big Gay Bear Box$/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Big Gay Bear Box, Monthly' }).waitFor()
  expect(errors).toEqual([])
  await updateRows(shop, 'products?slug=eq.twink-box-quarterly-subscription', {
    isComingSoon: false,
  })
})

test('one answer is open at a time and closes at a second click, also without JavaScript', async () => {
  for (const javaScriptEnabled of [true, false]) {
    const visitor = await openBrowser({ javaScriptEnabled, viewport: phone })
    const { page } = visitor
    await page.goto(`${shop.url}/faqs`)
    const [allergies, delivery] = [
      page.getByText('What about allergies'),
      page.getByText('How does delivery'),
    ]
    const open = () => page.locator('details[open]').count()
    expect(await open()).toBe(0)
    await allergies.click()
    await delivery.click()
    expect(await open()).toBe(1)
    const panel = page.locator('details[open] section')
    const height = await panel.evaluate((element) => element.getBoundingClientRect().height)
    expect(height).toBeLessThanOrEqual(384)
    await delivery.click()
    expect(await open()).toBe(0)
    await visitor.close()
  }
})

test('the questions and their answers are in the structured data', async () => {
  const text = await pageText('/faqs')
  const json = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text)?.[1] ?? '{}'
  const data = JSON.parse(json)
  expect(data).toMatchObject({ '@type': 'FAQPage' })
  expect(data.mainEntity).toHaveLength(3)
  expect(JSON.stringify(data)).not.toContain('**')
})

test('sixteen sample quotes are shown, with a way to add another', async () => {
  const { page } = browser
  await page.goto(`${shop.url}/testimonials`)
  const main = page.getByRole('main')
  expect(await main.getByRole('figure').count()).toBe(16)
  await main.getByText('Sample', { exact: true }).waitFor()
  const submit = main.getByRole('link', { name: 'Submit Your Testimonial' })
  expect(await submit.getAttribute('href')).toMatch(/^mailto:.*\?subject=/)
})

test('the terms can be reached from the checkout and contain the cancellation form', async () => {
  const text = await pageText('/terms-of-service')
  expect(text).toContain('Model cancellation form')
  expect(text).toContain('Last updated <!-- -->April 2025')
})
