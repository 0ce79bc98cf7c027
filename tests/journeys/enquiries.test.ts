import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { markerHeader } from '../../domain/backend-response.ts'
import { business } from '../../domain/business.ts'
import { addDays, londonDay } from '../../domain/dates.ts'
import { expectFocus, expectShown } from '../account/expect-shown.ts'
import { fetchRows } from '../account/shoppers.ts'
import { findAccessibilityFaults } from '../support/axe.ts'
import { collectErrors } from '../support/browser.ts'
import { desktop, phone } from '../support/screens.ts'
import { getMailboxEmails, waitForEmail } from '../support/mailbox.ts'
import { openJourney } from '../support/journey.ts'
import { openWithStoppedClock } from '../support/prompt-steps.ts'

const { shop, browser, takeAnother } = openJourney({ reducedMotion: 'no-preference' })

const catering = () => browser.page.getByRole('dialog', { name: 'Proud Catering' })
const consultancy = () => browser.page.getByRole('dialog', { name: `Ask ${business.chef.name}` })

async function openCatering(): Promise<void> {
  const { page } = browser
  await page.goto(`${shop.url}/lgbt-proud-catering`)
  await page.getByRole('button', { name: 'Send an enquiry' }).click()
  await expectShown(catering().getByLabel('Name'))
}

async function openConsultancy(): Promise<void> {
  const { page } = browser
  await page.goto(`${shop.url}/ask-${business.chef.slug}`)
  await page.getByRole('button', { name: 'Send an enquiry' }).click()
  await expectShown(consultancy().getByLabel('Business name (optional)'))
}

async function fillCatering(email: string): Promise<void> {
  await catering().getByLabel('Name').fill('Dolly Bell')
  await catering().getByLabel('E-mail').fill(email)
  await catering().getByLabel('Phone (optional)').fill('+44 20 7946 0123')
  await catering().getByLabel('Date (optional)').fill('2027-06-12')
  await catering().getByLabel('Type of event').fill('Wedding')
  await catering().getByLabel('Guests').fill('About 40')
  await catering().getByLabel('What you have in mind').fill('Two griddles, please,\nand a <cake>.')
}

async function fillConsultancy(email: string): Promise<void> {
  await consultancy().getByLabel('Name', { exact: true }).fill('Dolly Bell')
  await consultancy().getByLabel('E-mail').fill(email)
  await consultancy().getByLabel('Business name (optional)').fill('The Pickle Parlour')
  await consultancy().getByLabel('What you need help with').fill('Forty dishes and no margin.')
}

/**
 * Returns the width in CSS pixels with borders. It is read from the computed style, because a dialog that is still
 * opening is rotated, which changes its bounding box.
 */
function getDialogWidth(dialog: Locator): Promise<number> {
  return dialog.evaluate((element) => Number.parseFloat(getComputedStyle(element).width))
}

const send = (dialog = catering()) => dialog.getByRole('button', { name: 'Send enquiry' }).click()

test('a catering enquiry is sent from its page, answered with a reference, and both sides get an email', async () => {
  const { page } = browser
  const errors = collectErrors(page)
  await openCatering()
  await fillCatering('dolly@example.com')
  await send()
  const toast = catering().getByRole('status').filter({ hasText: 'Inquiry Submitted' })
  await expectShown(toast.getByText("We'll be in touch soon about your catering needs!"))
  const reference = await catering()
    .getByText(/^CAT-[0-9A-F]{8}$/)
    .innerText()
  expect(await catering().getByLabel('Name').inputValue()).toBe('')
  expect(await catering().getByLabel('What you have in mind').inputValue()).toBe('')
  await catering().waitFor({ state: 'hidden' })
  const followUp = await waitForEmail(shop.url, 'dolly@example.com', /catering enquiry/)
  expect(followUp.subject).toContain(reference)
  const notice = await waitForEmail(
    shop.url,
    business.email,
    /^New Catering Inquiry from Dolly Bell$/,
  )
  expect(notice.recipients).toEqual([business.email])
  const [stored] = await fetchRows<Record<string, string>>(
    shop,
    `enquiries?reference=eq.${reference}`,
  )
  expect(stored).toMatchObject({ page: '/lgbt-proud-catering', guest_count: 'About 40' })
  expect(errors).toEqual([])
})

test('the reference of an enquiry comes into view on a phone without moving the heading', async () => {
  const { page } = browser
  await page.setViewportSize(phone)
  await openCatering()
  await fillCatering('dolly.phones@example.com')
  const heading = catering().getByRole('heading', { name: 'Proud Catering' })
  const before = await heading.boundingBox()
  await catering().getByRole('button', { name: 'Send enquiry' }).scrollIntoViewIfNeeded()
  expect(await heading.boundingBox()).toEqual(before)
  await send()
  const reference = catering().getByText(/^CAT-[0-9A-F]{8}$/)
  await expectShown(reference)
  const top = (await reference.boundingBox())?.y ?? 0
  expect(top).toBeGreaterThan((before?.y ?? 0) + (before?.height ?? 0))
  expect(top).toBeLessThan(phone.height / 2)
})

test('a consultancy enquiry is sent from its page', async () => {
  await openConsultancy()
  await fillConsultancy('dolly.consults@example.com')
  await send(consultancy())
  const toast = consultancy().getByRole('status').filter({ hasText: 'Thank you for your inquiry!' })
  await expectShown(toast.getByText("We'll be in touch with you soon."))
  await consultancy().waitFor({ state: 'hidden' })
  await waitForEmail(shop.url, 'dolly.consults@example.com', /^Thank you for your inquiry \(ASK-/)
  await waitForEmail(shop.url, business.email, /^New Consultancy Inquiry from Dolly Bell$/)
})

test('a message field says when its limit is reached and accepts no more', async () => {
  await openConsultancy()
  const details = consultancy().getByLabel('What you need help with')
  await details.fill('x'.repeat(1999))
  const note = consultancy().getByText('That is all that fits: 2,000 characters.')
  expect(await note.count()).toBe(0)
  await details.press('x')
  await details.press('x')
  await expectShown(note)
  expect(await details.inputValue()).toHaveLength(2000)
})

test('the reference of an enquiry disappears when the next one fails', async () => {
  const { page } = browser
  await openConsultancy()
  await fillConsultancy('dolly.twice@example.com')
  await send(consultancy())
  await consultancy().waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Send an enquiry' }).click()
  const reference = consultancy().getByText(/^ASK-[0-9A-F]{8}$/)
  await expectShown(reference)
  await page.route('**/functions/v1/**', (route) => route.abort())
  await fillConsultancy('dolly.twice@example.com')
  await send(consultancy())
  await expectShown(consultancy().getByRole('alert').getByText('Something went wrong'))
  expect(await reference.count()).toBe(0)
})

test('both enquiry forms open from Our Specialties, also on a phone', async () => {
  const { page } = browser
  await page.setViewportSize(phone)
  await page.goto(shop.url)
  const cards = page.getByRole('region', { name: 'Our Specialties' }).getByRole('listitem')
  for (const [card, dialog] of [
    ['Proud Catering', catering()],
    [`Ask ${business.chef.name}`, consultancy()],
  ] as const) {
    const opener = cards.filter({ hasText: card }).getByRole('button', { name: 'Enquire now' })
    expect(await opener.evaluate(spaceAbove)).toBeGreaterThanOrEqual(16)
    await opener.click()
    await expectShown(dialog.getByLabel('E-mail'))
    expect(await getDialogWidth(dialog)).toBeLessThanOrEqual(phone.width)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  }
})

test('the enquiry dialog is at most 500 pixels wide, takes the focus and returns it', async () => {
  const { page } = browser
  await openCatering()
  expect(await getDialogWidth(catering())).toBeLessThanOrEqual(500)
  expect(await catering().locator(':focus').getAttribute('name')).toBe('name')
  await catering().getByLabel('Name').fill('Dolly')
  await page.keyboard.press('Escape')
  const opener = page.getByRole('button', { name: 'Send an enquiry' })
  await expectFocus(opener)
  await opener.click()
  expect(await catering().getByLabel('Name').inputValue()).toBe('Dolly')
})

test('an enquiry’s input is kept across pages and while the privacy policy is read, until it is sent', async () => {
  const { page, context } = browser
  const details = () => consultancy().getByLabel('What you need help with')
  const opener = page.getByRole('button', { name: 'Send an enquiry' })
  const open = async () => {
    await opener.click()
    await expectShown(details())
  }
  await openConsultancy()
  await fillConsultancy('dolly.reads@example.com')
  const policy = consultancy().getByRole('link', { name: /privacy policy\W+opens in a new tab/ })
  const [tab] = await Promise.all([context.waitForEvent('page'), policy.click()])
  await tab.waitForURL(`${shop.url}/privacy-policy`)
  expect(await tab.evaluate(() => window.opener)).toBeNull()
  await page.bringToFront()
  expect(await details().inputValue()).toBe('Forty dishes and no margin.')

  await page.keyboard.press('Escape')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Testimonials' }).click()
  await opener.waitFor({ state: 'detached' })
  await page.goBack()
  await page.waitForURL(/ask-/)
  await open()
  expect(await details().inputValue()).toBe('Forty dishes and no margin.')
  await page.goForward()
  await consultancy().waitFor({ state: 'detached' })
  await page.goBack()
  await page.waitForURL(/ask-/)
  await open()
  expect(await details().inputValue()).toBe('Forty dishes and no margin.')
  const browserStorage = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
  )
  expect(browserStorage).not.toContain('Forty dishes')

  await send(consultancy())
  await consultancy().waitFor({ state: 'hidden' })
  await open()
  expect(await details().inputValue()).toBe('')
})

test('the event date can be from today to five years ahead, and an invalid one gets the focus', async () => {
  await openCatering()
  await fillCatering('dolly@example.com')
  const date = catering().getByLabel('Date (optional)')
  const today = londonDay(Date.now())
  expect(await date.getAttribute('min')).toBe(today)
  expect(await date.getAttribute('max')).toBe(addDays(today, 5 * 365))
  await date.fill(addDays(today, -1))
  await send()
  const words = 'Please choose a day within the next five years, or leave the date empty.'
  await expectShown(catering().getByText(words))
  expect(await catering().locator(':focus').getAttribute('name')).toBe('date')
  await date.fill('')
  await send()
  await expectShown(catering().getByText('Inquiry Submitted'))
})

test('an empty catering form names every fault and ties each to its field', async () => {
  await openCatering()
  await send()
  const summary = catering().getByRole('region', { name: 'A few things need another look' })
  for (const [label, message] of [
    ['Name', 'Name must be at least 2 characters.'],
    ['E-mail', 'Please enter a valid email address.'],
    ['Type of event', 'Please describe your event type.'],
    ['Guests', 'Please provide an estimated guest count.'],
    ['What you have in mind', 'Please provide more details about your requirements.'],
  ] as const) {
    await expectShown(summary.getByRole('link', { name: label, exact: true }))
    const field = catering().getByLabel(label)
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    const error = await field.getAttribute('aria-describedby')
    expect(await catering().locator(`#${error}`).innerText()).toContain(message)
  }
  await summary.getByRole('link', { name: 'Type of event' }).click()
  expect(await catering().locator(':focus').getAttribute('name')).toBe('eventType')
})

test('a single fault moves the focus to its field', async () => {
  await openConsultancy()
  await fillConsultancy('dolly@example.com')
  await consultancy().getByLabel('What you need help with').fill('Too short')
  await send(consultancy())
  await expectShown(consultancy().getByText('Please provide some details about your inquiry.'))
  const focused = consultancy().locator(':focus')
  expect(await focused.getAttribute('name')).toBe('details')
  expect(await focused.getAttribute('aria-describedby')).toBe('field-details-error')
})

test('both enquiry forms pass the accessibility checks with errors, on a desktop and on a phone', async () => {
  await takeAnother({ reducedMotion: 'reduce' })
  const { page } = browser
  for (const [open, dialog] of [
    [openCatering, catering()],
    [openConsultancy, consultancy()],
  ] as const) {
    await page.setViewportSize(desktop)
    await open()
    await send(dialog)
    await expectShown(dialog.getByRole('link', { name: 'Name', exact: true }))
    expect(await findAccessibilityFaults(page, { within: 'dialog[open]' })).toEqual([])
    await page.setViewportSize(phone)
    expect(await findAccessibilityFaults(page, { within: 'dialog[open]' })).toEqual([])
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(phone.width)
  }
})

/** The header by which the page recognises a response as the shop's own, and not as a proxy's. */
const headers = { [markerHeader]: '1' }

describe('sending an enquiry', () => {
  test('the button says "Submitting..." and cannot be pressed again, even after the dialog is reopened', async () => {
    const { page } = browser
    const answer = Promise.withResolvers<void>()
    await page.route('**/functions/v1/**', async (route) => {
      await answer.promise
      await route.continue()
    })
    await openCatering()
    await fillCatering('dolly@example.com')
    await send()
    const button = catering().getByRole('button', { name: 'Submitting...' })
    await expectShown(button)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Send an enquiry' }).click()
    await expectShown(button)
    expect(await button.isDisabled()).toBe(true)
    answer.resolve()
    await expectShown(catering().getByText('Your reference is'))
    expect(await catering().getByLabel('Name').inputValue()).toBe('')
  })

  test('a catering enquiry that the server cannot store shows an error and keeps its input', async () => {
    for (const lost of ['**/functions/v1/**', '**/mascot-garlic.svg'])
      await browser.page.route(lost, (route) => route.abort())
    await openCatering()
    await fillCatering('dolly@example.com')
    await send()
    const toast = catering().getByRole('alert').filter({ hasText: 'Submission Failed' })
    await expectShown(
      toast.getByText('There was a problem submitting your inquiry. Please try again later.'),
    )
    await expect.poll(() => toast.locator('img').isVisible()).toBe(false)
    expect(await catering().locator(':focus').innerText()).toBe('Send enquiry')
    expect(await catering().getByLabel('Guests').inputValue()).toBe('About 40')
  })

  test.each([
    ['nothing', undefined, 'Please try again later.'],
    [
      'a message of its own',
      { status: 503, json: { success: false, error: 'Failed to submit inquiry' } },
      'Failed to submit inquiry',
    ],
    [
      'an invalid-address error',
      {
        status: 400,
        json: { success: false, error: 'Invalid email address provided', field: 'email' },
      },
      'Invalid email address provided',
    ],
  ])(
    'a consultancy enquiry shows an error when the server answers with %s',
    async (_, answer, words) => {
      const { page } = browser
      await page.route('**/functions/v1/**', (route) =>
        answer === undefined ? route.abort() : route.fulfill({ ...answer, headers }),
      )
      await openConsultancy()
      await fillConsultancy('dolly@example.com')
      await send(consultancy())
      const toast = consultancy().getByRole('alert').filter({ hasText: 'Something went wrong' })
      await expectShown(toast.getByText(words))
    },
  )

  test(
    'a fourth consultancy enquiry within five minutes is rate limited with a message',
    { tags: ['abuse-30'] },
    async () => {
      const { page } = browser
      const urls: string[] = []
      page.on('request', (request) => {
        if (request.url().includes('/functions/v1/consultancy-inquiry')) urls.push(request.url())
      })
      // The limit counts per browser, not per email address or page load, so each attempt uses another address on a
      // fresh page.
      for (let time = 1; time <= 4; time += 1) {
        await openConsultancy()
        await fillConsultancy(`eager${time}@example.com`)
        await send(consultancy())
        const title = time < 4 ? 'Thank you for your inquiry!' : 'Something went wrong'
        await expectShown(consultancy().getByText(title))
      }
      const toast = consultancy().getByRole('alert').filter({ hasText: 'Something went wrong' })
      await expectShown(toast.getByText('Too many requests. Please wait before submitting again.'))
      expect(urls).toHaveLength(3)
      await waitForEmail(shop.url, 'eager3@example.com', /inquiry/i)
      expect(await getMailboxEmails(shop.url, 'eager4@example.com')).toEqual([])
    },
  )

  test('a consultancy enquiry that was lost on the network does not count towards the limit', async () => {
    const { page } = browser
    await openConsultancy()
    await page.route('**/functions/v1/**', (route) => route.abort())
    await fillConsultancy('badline@example.com')
    for (let time = 1; time <= 4; time += 1) {
      const requestFailed = page.waitForEvent('requestfailed')
      await send(consultancy())
      await requestFailed
      await expectShown(consultancy().getByRole('button', { name: 'Send enquiry' }))
    }
    const json = { success: true, error: null, reference: 'ASK-0000000A', isMailed: true }
    await page.route('**/functions/v1/**', (route) => route.fulfill({ json, headers }))
    await send(consultancy())
    await expectShown(consultancy().getByText('Thank you for your inquiry!'))
  })

  test('suspicious text is marked at its field and logged', async () => {
    await openConsultancy()
    await fillConsultancy('dolly@example.com')
    await consultancy().getByLabel('What you need help with').fill('<script>alert(1)</script>')
    await send(consultancy())
    await expectShown(consultancy().getByText('Suspicious content detected in details'))
    const field = consultancy().getByLabel('What you need help with')
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    await expectFocus(field)
    const event = 'security_audit_log?event_type=eq.suspicious_form_submission'
    await expect
      .poll(() => fetchRows(shop, `${event}&select=source,details`), { timeout: 10_000 })
      .toMatchObject([
        { source: 'browser', details: { form: 'consultancy-inquiry', field: 'details' } },
      ])
  })
})

describe('loading an enquiry form', () => {
  test('a loading form says "Form is loading...", and neither a second tap nor its arrival moves the dialog', async () => {
    await takeAnother({ viewport: phone })
    const { page } = browser
    const { promise, resolve: letGo } = Promise.withResolvers<void>()
    await page.route(/enquiry-form-.*js/, async (route) => {
      await promise
      await route.continue()
    })
    await openWithStoppedClock(page, shop, '/lgbt-proud-catering')
    await page.getByRole('button', { name: 'Send an enquiry' }).dblclick()
    await expectShown(catering().getByText('Form is loading...'))
    const place = () =>
      catering().evaluate((element) => {
        const { top, height } = getComputedStyle(element)
        return [top, height]
      })
    const before = await place()
    letGo()
    const field = catering().getByLabel('Name')
    await expect
      .poll(async () => {
        await page.clock.runFor(400)
        return field.isVisible()
      })
      .toBe(true)
    expect(await place()).toEqual(before)
    await page.mouse.click(8, 20)
    await catering().waitFor({ state: 'hidden' })
  })

  test.each([
    [/enquiry-form-/, 'Unable to load the inquiry form. Please refresh the page and try again.'],
    [/enquiry-fields-/, 'Unable to load form fields. Please refresh the page.'],
  ])('a form that fails to load (%s) says what to do', async (chunk, words) => {
    const { page } = browser
    await page.route(chunk, (route) => route.abort())
    await page.goto(`${shop.url}/lgbt-proud-catering`)
    await page.getByRole('button', { name: 'Send an enquiry' }).click()
    await expectShown(catering().getByRole('alert').getByText(words))
  })

  test.each([/enquiry-form-/, /enquiry-fields-/, /\.css$/])(
    'a form that failed to load (%s) is complete and styled when it is reopened online',
    async (lost) => {
      const { page } = browser
      await page.goto(`${shop.url}/lgbt-proud-catering`)
      const opener = page.getByRole('button', { name: 'Send an enquiry' })
      await expectShown(opener)
      await page.route(lost, (route) => route.abort())
      await opener.click()
      await expectShown(catering().getByText(/^Unable to load/))
      await page.keyboard.press('Escape')
      await page.unroute(lost)
      await opener.click()
      await send()
      const summary = catering().getByRole('region', { name: 'A few things need another look' })
      await expectShown(summary.getByRole('link', { name: 'Name', exact: true }))
      expect(await summary.evaluate((box) => getComputedStyle(box).borderStyle)).toBe('solid')
    },
  )
})

test('the buttons open an email to the right address without JavaScript', async () => {
  await takeAnother({ javaScriptEnabled: false })
  const { page } = browser
  for (const [path, name, desk] of [
    ['/', 'Enquire now', business.cateringEmail],
    ['/lgbt-proud-catering', 'Send an enquiry', business.cateringEmail],
    [`/ask-${business.chef.slug}`, 'Send an enquiry', business.consultancyEmail],
  ] as const) {
    await page.goto(shop.url + path)
    const link = page.getByRole('link', { name }).first()
    expect(await link.getAttribute('href')).toMatch(new RegExp(`^mailto:${desk}\\?subject=`))
  }
})

/** Runs in the page: returns the space in pixels between an element and the text above it. */
function spaceAbove(element: Element): number {
  const above = element.previousElementSibling?.getBoundingClientRect().bottom ?? 0
  return element.getBoundingClientRect().top - above
}
