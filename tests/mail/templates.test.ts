import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { business } from '../../domain/business.ts'
import { type Email, EmailError, parseEmail, templateNames } from '../../mail/emails.ts'
import { loadPictures, type Pictures } from '../../mail/pictures.ts'
import { renderEmail } from '../../mail/render.tsx'
import {
  aBoxOrderEmail,
  aGiftOrderEmail,
  anOrderEmail,
  everySample,
  sampleEmails,
  sampleNames,
} from './samples.ts'

const siteUrl = new URL('https://shop.example')
const noPictures: Pictures = new Map()
const everyPicture = await somePictures()

async function somePictures(): Promise<Pictures> {
  const names = ['wordmark', 'awning', 'welcome', 'nashville-chilli-crisp', 'got-got-need-tee']
  return new Map(names.map((name) => [name, Buffer.from(name)]))
}

function sample(name: (typeof sampleNames)[number]): Email {
  return parseEmail(name, structuredClone(sampleEmails[name]))
}

function write(email: Email, pictures: Pictures = everyPicture) {
  return renderEmail(email, { siteUrl, pictures })
}

test('every email template has sample data', () => {
  expect(sampleNames.toSorted()).toEqual(templateNames.toSorted())
})

test.each(everySample)(
  'the email $name has a subject, HTML and text without gaps',
  async ({ email }) => {
    const { subject, html, text } = await write(parseEmail(email.template, email.data))
    for (const part of [subject, html, text]) {
      expect(part.trim()).not.toBe('')
      expect(part).not.toMatch(/undefined|\bNaN\b|\bnull\b|\[object/)
    }
    expect(html).toContain('lang="en-GB"')
    expect(text).not.toMatch(/<[a-z/]/i)
  },
)

test.each(sampleNames)('the email %s names the company in HTML and text', async (name) => {
  const { html, text } = await write(sample(name))
  for (const part of [html, text])
    for (const words of ['legalName', 'companyNumber', 'registeredIn', 'registeredOffice'] as const)
      expect(part).toContain(business[words])
})

test.each(sampleNames)(
  'the email %s has an alternative text and an attachment for each picture',
  async (name) => {
    const { html, attachments } = await write(sample(name))
    const pictures = html.match(/<img\b[^>]*>/g) ?? []
    for (const picture of pictures) expect(picture).toMatch(/ alt="/)
    const sources = pictures.map((picture) => /src="cid:([^"]+)"/.exec(picture)?.[1])
    expect(new Set(attachments.map(({ cid }) => cid))).toEqual(new Set(sources))
    expect(html).not.toMatch(/<img[^>]+src="(?!cid:)/)
  },
)

test.each(sampleNames)('the email %s is complete without pictures', async (name) => {
  const { html, attachments } = await write(sample(name), noPictures)
  expect(attachments).toEqual([])
  expect(html).not.toContain('<img')
  expect(html).toContain(business.tradingName)
})

test.each(sampleNames)('the email %s closes every HTML tag', async (name) => {
  const { html } = await write(sample(name))
  for (const tag of ['table', 'tr', 'td', 'p', 'a', 'strong', 'div'])
    expect(html.match(new RegExp(`<${tag}[ >]`, 'g'))?.length).toBe(
      html.match(new RegExp(`</${tag}>`, 'g'))?.length,
    )
})

test('the link of a sign-in email is in its HTML and its text', async () => {
  const link = 'https://shop.example/auth/v1/verify?token=ab--cd_ef&type=signup&redirect_to=%2F'
  const { html, text } = await write(parseEmail('auth_confirm', { link }))
  expect(text).toContain(link)
  expect(html).toContain(`href="${link.replaceAll('&', '&amp;')}"`)
})

test('an email to an unconfirmed address has no name', async () => {
  const name = 'Buy Pills at pills.example'
  for (const template of ['auth_confirm', 'auth_account_exists', 'consultancy_followup']) {
    const link = 'https://shop.example/'
    const { subject, html, text } = await write(
      parseEmail(template, { link, fullName: name, name }),
    )
    expect(subject + html + text).not.toContain('pills')
  }
})

test('the order confirmation repeats the information given before the payment', async () => {
  const { subject, html, text } = await write(parseEmail('order_confirmation', anOrderEmail()))
  expect(subject).toBe('Order 2041 is in')
  const facts = [
    'Nashville Chilli Crisp',
    '2 × £8.50 · 190 g',
    'size L',
    'Standard delivery',
    '£3.29',
    '£45.29',
    'Two to four working days',
    'Marsha Bell',
    'SE15 4QL',
    '14 days',
    'Cancellation form',
    'I/We* hereby give notice that I/we* cancel',
    'version 2025-04',
    business.email,
  ]
  for (const fact of facts) {
    expect(text).toContain(fact)
    expect(html.replaceAll('\u00a0', ' ')).toContain(fact)
  }
  expect(text).toContain('Contains soya and wheat.')
  expect(html).toContain('<strong>soya</strong>')
})

test('the dispatch email lists contents, carrier and tracking', async () => {
  const linked = await write(sample('order_sent'))
  expect(linked.subject).toBe('Order 2041 is on its way')
  for (const fact of ['Royal Mail', 'Nashville Chilli Crisp', '2 pieces', 'size L', 'SE15 4QL'])
    expect(linked.text).toContain(fact)
  expect(linked.html).toContain('href="https://carrier.example/track/AB123456789GB"')
  const numbered = {
    ...sampleEmails.order_sent,
    trackingLink: null,
    trackingNumber: 'AB123456789GB',
  }
  expect((await write(parseEmail('order_sent', numbered))).html).toContain(
    'href="https://www.royalmail.com/track-your-item#/tracking-results/AB123456789GB"',
  )
  const part = await write(parseEmail('order_sent', { ...sampleEmails.order_sent, isPart: true }))
  expect(part.text.replace(/\s+/g, ' ')).toContain('The rest will follow in its own parcel.')
  expect(linked.text).not.toContain('The rest will follow')
  const plain = { ...sampleEmails.order_sent, carrier: null, trackingLink: null, lines: [] }
  const { html, text } = await write(parseEmail('order_sent', plain))
  expect(text).toContain('has left our kitchen.')
  expect(html).not.toContain('Follow your parcel')
})

test.each(['http://carrier.example/', 'javascript:alert(1)', 'carrier.example'])(
  'the tracking link %s is refused',
  (trackingLink) => {
    expect(() => parseEmail('order_sent', { ...sampleEmails.order_sent, trackingLink })).toThrow(
      'order_sent cannot be written: trackingLink',
    )
  },
)

test('a partial refund names its items, and a full refund does not', async () => {
  const words = async (changes: object) =>
    (await write(parseEmail('refund', { ...sampleEmails.refund, ...changes }))).text.replace(
      /\s+/g,
      ' ',
    )
  const pieces = [
    { name: 'Proud Tote', quantity: 2, size: null },
    { name: 'Got. Got. Need. Tee', quantity: 1, size: 'M' },
  ]
  expect(await words({ pieces })).toContain(
    'the way you paid it, for 2 × Proud Tote, 1 × Got. Got. Need. Tee (size M). The rest',
  )
  expect(await words({ pieces, amount: 4529, refunded: 4529 })).not.toContain('Proud Tote')
})

test('the confirmation of a subscription states its interval and how to cancel', async () => {
  const { text } = await write(parseEmail('order_confirmation', aBoxOrderEmail()))
  expect(text).toContain('£45.00 every 3 months')
  expect(text).toContain('How to stop')
  const { text: without } = await write(parseEmail('order_confirmation', anOrderEmail()))
  expect(without).not.toContain('How to stop')
})

test('a discount has its own line', async () => {
  const order = anOrderEmail({ discount: 420, total: 4109 })
  const { text } = await write(parseEmail('order_confirmation', order))
  expect(text).toMatch(/Discount: -£4\.20/)
  expect(text).toMatch(/Total: £41\.09/)
})

test('the enquiry notice names the sender once in its text', async () => {
  const { text } = await write(sample('enquiry_notice'))
  expect(text.match(/marsha/g)).toEqual(['marsha'])
})

test.each(['josé+stall@example.com', 'o’brien&son@example.com'])(
  'the address %s appears once in the text of a notice and as a mailto link',
  async (email) => {
    for (const notice of [
      parseEmail('enquiry_notice', { ...sampleEmails.enquiry_notice, email }),
      parseEmail('order_notice', anOrderEmail({ email })),
    ]) {
      const { html, text } = await write(notice)
      expect(text.split(email)).toHaveLength(2)
      expect(text).not.toMatch(/mailto:|%/)
      expect(html).toContain(`href="mailto:${encodeURIComponent(email).replace('%40', '@')}"`)
    }
  },
)

test('the text of a notice preserves the lines and paragraphs of the visitor', async () => {
  const message = 'Two griddles, please.\n\nAnd:\n- a cake\r\n- a pie'
  const { text } = await write(
    parseEmail('enquiry_notice', { ...sampleEmails.enquiry_notice, message }),
  )
  expect(text).toContain('\n\nTwo griddles, please.\n\nAnd:\n- a cake\n- a pie\n\n')
})

test('an order with unknown allergens says so', async () => {
  const order = sampleEmails.order_confirmation
  const [line] = order.lines
  const lines = [{ ...line, allergens: null }]
  const { text, html } = await write(parseEmail('order_confirmation', { ...order, lines }))
  expect(text).toContain('Allergens not known: ask us before you eat it.')
  expect(html).toContain('Allergens not known')
})

test('the text of an order separates goods, totals, address and delivery', async () => {
  const { text } = await write(parseEmail('order_confirmation', anOrderEmail()))
  expect(text).toContain(
    `served by Beau

Nashville Chilli Crisp
2 × £8.50 · 190 g
Contains soya and wheat.
£17.00

Got, Got, Need Tee
1 × £25.00 · size L
Not food, so there is no allergen label to read.
£25.00

Subtotal: £42.00
Standard delivery: £3.29
Total: £45.29

Going to
Marsha Bell
12 Example Road
London
SE15 4QL

By
Standard delivery
Two to four working days

`,
  )
})

test.each(['order_confirmation', 'order_waiting', 'order_notice', 'order_cancelled'] as const)(
  'the email %s for a gift does not greet the recipient and shows the gift note',
  async (name) => {
    const { text } = await write(parseEmail(name, { ...sampleEmails[name], ...aGiftOrderEmail() }))
    const [greeting = '', receipt = ''] = text.split('served by')
    expect(greeting).not.toContain('Divine')
    expect(receipt).toContain('Nashville Chilli Crisp')
    if (name === 'order_cancelled') return
    for (const line of ['To: Divine', 'From: Marsha', 'Note: Not for the faint-hearted.'])
      expect(text).toContain(line)
    expect(text).toContain('Going to\nDivine Okafor\n3 Elsewhere Row')
  },
)

test('an order confirmation thanks the payer by name, or without a name', async () => {
  const gift = aGiftOrderEmail()
  const { text } = await write(parseEmail('order_confirmation', gift))
  expect(text).toContain('Thank you, Marsha Bell. Your order is in and paid.')
  const nameless = await write(parseEmail('order_confirmation', { ...gift, payer: null }))
  expect(nameless.text).toContain('Thank you. Your order is in and paid.')
})

test('a sold out product leaves no gap in the text of a reminder', async () => {
  const { text } = await write(sample('cart_follow_up'))
  expect(text).toContain('Pickle Me Pink\n1, not on sale just now\n\nSubtotal: £17.00')
})

test('the order notice lists what to pack, with sizes and the note', async () => {
  const order = anOrderEmail({ note: 'Not everything is in stock.' })
  const { subject, text } = await write(parseEmail('order_notice', order))
  expect(subject).toBe('Order 2041: 3 pieces to pack')
  for (const fact of [
    'size L',
    '12 Example Road',
    'marsha@example.com',
    'Not everything is in stock.',
  ])
    expect(text).toContain(fact)
})

test('the notice of a later box names its first order and its number', async () => {
  const notice = { ...anOrderEmail({ number: 2053 }), boxOf: 2041, boxInTurn: 3 }
  const { subject, text } = await write(parseEmail('order_notice', notice))
  expect(subject).toBe('Order 2053: 3 pieces to pack (later box of order 2041)')
  expect(text.replace(/\s+/g, ' ')).toContain(
    'This is box 3 of order 2041: pack it as its own parcel, on top of any before.',
  )
  const first = await write(parseEmail('order_notice', anOrderEmail()))
  expect(first.text).not.toMatch(/later box|This is box/)
})

test('the erasure notice lists the orders and payments of the person', async () => {
  const email = { orders: [1008, 1009], payments: ['pi_3PzX'] }
  const { text } = await write(parseEmail('erasure_notice', email))
  expect(text).toContain('Order 1008\n\nOrder 1009')
  expect(text).toContain('pi_3PzX')
  const old = await write(parseEmail('erasure_notice', { payments: ['pi_3PzX'] }))
  expect(old.text).not.toContain('these orders')
})

test('markup in names is escaped', { tags: ['abuse-26'] }, async () => {
  const evil = '<script>alert(1)</script><img src=x onerror=alert(1)>"\'&'
  const order = anOrderEmail()
  const lines = order.lines.map((line) => ({
    ...line,
    name: evil.slice(0, 100),
    allergens: evil,
    size: '<b>L</b>',
  }))
  const address = { ...order.address!, name: evil, line1: evil }
  for (const email of [
    parseEmail('order_confirmation', {
      ...order,
      lines,
      address,
      payer: evil,
      gift: { to: evil.slice(0, 40), from: evil.slice(0, 40), note: evil },
    }),
    parseEmail('order_notice', { ...order, lines, address, note: evil }),
    parseEmail('enquiry_notice', {
      ...sampleEmails.enquiry_notice,
      name: evil.slice(0, 100),
      eventType: evil,
      message: `${evil}\n<b>L</b>`,
      page: `/${evil}`,
    }),
    parseEmail('welcome_email', { name: evil }),
    ...(
      [
        'box_cancelled',
        'box_resumed',
        'box_payment_failed',
        'box_skipped',
        'box_unskipped',
      ] as const
    ).map((name) => {
      const [box] = sampleEmails[name].boxes
      return parseEmail(name, {
        ...sampleEmails[name],
        boxes: [{ ...box, name: evil.slice(0, 100), size: '<b>L</b>' }],
      })
    }),
    parseEmail('box_renewal', { ...sampleEmails.box_renewal, lines, address }),
    parseEmail('auth_recover', {
      link: 'https://shop.example/?a="><script>x</script>',
      fullName: evil,
    }),
  ]) {
    const { html } = await write(email)
    expect(html.replace(/="[^"]*"/g, '=""')).not.toMatch(/<script|<[^>]*onerror|<b>/i)
  }
})

test('line breaks in names add no header', async () => {
  const { subject } = await write(
    parseEmail('welcome_email', { name: 'Marsha\r\nBcc: victim@example.com\u2028x' }),
  )
  expect(subject).not.toMatch(/[\r\n\u2028]/)
})

test('unknown templates and invalid links are refused without repeating their values', () => {
  expect(() => parseEmail('toString', {})).toThrow(EmailError)
  expect(() => parseEmail('auth_confirm', { link: 'javascript:alert("secret")' })).toThrow(
    /^auth_confirm cannot be written: link$/,
  )
  expect(() => parseEmail('order_confirmation', { ...anOrderEmail(), total: -1 })).toThrow(
    'order_confirmation cannot be written: total',
  )
})

test('a missing picture folder gives no pictures', async () => {
  const pictures = await loadPictures(fileURLToPath(new URL('nowhere', import.meta.url)))
  expect(pictures.size).toBe(0)
})

test('quantities, sizes and weights do not break across lines', async () => {
  const { html, text } = await write(parseEmail('order_confirmation', aBoxOrderEmail()))
  for (const pair of ['1 × £45.00', 'size M', 'every 3 months', '190 g', 'served by Beau']) {
    expect(text).toContain(pair)
    expect(html).toContain(
      pair.replace('every ', 'every_').replaceAll(' ', '\u00a0').replace('_', ' '),
    )
  }
})

test('a bare link may break anywhere, and the words before it may not', async () => {
  const { html } = await write(sample('auth_confirm'))
  const [, paragraph = '', anchor = ''] =
    /<p([^>]*)>If the button does nothing, open this address: <a([^>]*)>/.exec(html) ?? []
  expect(paragraph).not.toContain('break-all')
  expect(anchor).toContain('word-break:break-all')
})

test('the date in an enquiry notice has the format of other emails', async () => {
  const { text } = await write(sample('enquiry_notice'))
  expect(text).toContain('Date: Sat 12 Dec 2026')
  const typed = { ...sampleEmails.enquiry_notice, date: 'some time in May' }
  expect((await write(parseEmail('enquiry_notice', typed))).text).toContain(
    'Date: some time in May',
  )
})

test('the email about codes that were turned on asks a stranger’s victim to write to the shop, because the password cannot be changed', async () => {
  const { text } = await write(parseEmail('auth_codes', { change: 'on' }))
  expect(text).toContain(`write to ${business.email}: we’ll turn the codes off`)
  expect(text).not.toContain('change your password at once')
  const off = await write(parseEmail('auth_codes', { change: 'off' }))
  expect(off.text).toContain('change your password at once')
})
