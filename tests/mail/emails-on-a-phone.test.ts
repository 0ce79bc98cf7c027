import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parseEmail, type TemplateName } from '../../mail/emails.ts'
import { loadPictures } from '../../mail/pictures.ts'
import { renderEmail } from '../../mail/render.tsx'
import { everySample, sampleEmails } from './samples.ts'
import { openBrowser } from '../support/browser.ts'

const folder = join(import.meta.dirname, '..', '..', 'public', 'generated', 'mail')
const pictures = await loadPictures(folder)
const browser = await openBrowser()
afterAll(() => browser.close())

/** The fields of email data whose text users enter, including the owner. */
const typedFields = new Set(
  'name fullName line1 line2 city county message phone eventType guestCount date businessName page note size deliveryName deliveryTime carrier'.split(
    ' ',
  ),
)

/** Returns a copy of email data in which each text that users enter is one very long word. */
function stretched(data: unknown, field = ''): unknown {
  if (Array.isArray(data)) return data.map((entry) => stretched(entry, field))
  if (typeof data === 'object' && data !== null)
    return Object.fromEntries(
      Object.entries(data).map(([name, value]) => [name, stretched(value, name)]),
    )
  if (field === 'email') return `${'w'.repeat(64)}@${'example'.repeat(8)}.com`
  if (field === 'postcode') return 'WWWW WWWWWWWW'
  return typedFields.has(field) ? 'W'.repeat(field === 'size' ? 40 : 80) : data
}

/**
 * Runs in the page: returns what is wider than the screen, and the prices that are broken into two lines or cut off.
 */
function misfits(): string[] {
  const wide = document.documentElement.scrollWidth > innerWidth ? ['the sheet'] : []
  const prices = [...document.querySelectorAll('td[align="right"]')].filter((cell) => {
    const words = document.createRange()
    words.selectNodeContents(cell)
    const { width, right } = cell.getBoundingClientRect()
    return (
      words.getClientRects().length > 1 ||
      words.getBoundingClientRect().width > width ||
      right > innerWidth
    )
  })
  return [...wide, ...prices.map((cell) => `the price ${cell.textContent}`)]
}

/** Runs in the page: returns the width in px of the narrowest product name cell in a list of products. */
function roomForNames(): number {
  const cells = [...document.querySelectorAll('td:has(> strong):has(+ td[align="right"])')]
  return Math.min(...cells.map(({ clientWidth }) => clientWidth))
}

/** Runs in the page: returns the smallest distance in px between a product picture and the name beside it. */
function narrowestGap(): number {
  const stickers = [...document.querySelectorAll('td.sticker img')]
  return Math.min(
    ...stickers.map((sticker) => {
      const name = sticker.closest('td')?.nextElementSibling?.firstElementChild
      return (name?.getBoundingClientRect().left ?? 0) - sticker.getBoundingClientRect().right
    }),
  )
}

/** Opens an email on a phone. */
async function open(name: TemplateName, data: unknown, width: number): Promise<void> {
  const email = parseEmail(name, data)
  const { html } = await renderEmail(email, {
    siteUrl: new URL('https://shop.example'),
    pictures,
  })
  const shown = html.replaceAll(/src="cid:([^"]+)"/g, (_, cid: string) => {
    const picture = pictures.get(cid.split('@')[0] ?? '')
    return `src="data:image/png;base64,${picture?.toString('base64') ?? ''}"`
  })
  await browser.page.setViewportSize({ width, height: 844 })
  await browser.page.setContent(shown)
}

test.each(everySample)(
  'the email $name fits a phone with endless words and unbroken prices',
  async ({ email: { template, data } }) => {
    for (const width of [320, 390]) {
      await open(template, stretched(data), width)
      expect(await browser.page.evaluate(misfits), `${width} px`).toEqual([])
    }
  },
)

test.each(['order_confirmation', 'box_renewal', 'cart_follow_up'] as const)(
  'the email %s leaves product names at least 90 px on the narrowest phone',
  async (name) => {
    await open(name, sampleEmails[name], 320)
    expect(await browser.page.evaluate(roomForNames)).toBeGreaterThan(90)
  },
)

test.each(['order_confirmation', 'box_renewal', 'box_cancelled'] as const)(
  'the stickers in the email %s do not touch the product names',
  async (name) => {
    for (const width of [320, 360, 390]) {
      await open(name, sampleEmails[name], width)
      expect(await browser.page.evaluate(narrowestGap), `${width} px`).toBeGreaterThanOrEqual(8)
    }
  },
)
