import { afterAll, expect, test, vi } from 'vitest'
import * as v from 'valibot'
import { quoteDraftSchema } from '../../domain/quote.ts'
import type { DraftFormat } from '../data/draft-format.ts'
import { storedDrafts } from './stored-drafts.fixtures.ts'

vi.mock('../data/client.ts', () => ({
  client: {},
  isUuid: () => true,
  unwrapResponse: () => null,
  DeskError: Error,
}))

vi.resetModules()
// Screens add listeners to `window` when their module is loaded.
vi.stubGlobal('addEventListener', () => undefined)
afterAll(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

const { codeDraft } = await import('../screens/codes/code-dialog.tsx')
const { newCodeDraft } = await import('../screens/codes/new-code.tsx')
const { seriesDraft, newDateDraft } = await import('../screens/dates/date-dialog.tsx')
const { moveDraft } = await import('../screens/dates/move-dialog.tsx')
const { venueDraft } = await import('../screens/dates/venue-field.tsx')
const { cancelDraft } = await import('../screens/orders/cancel.tsx')
const { orderNoteDraft } = await import('../features/orders/note-form.tsx')
const { refundDraft } = await import('../screens/orders/refund-dialog.tsx')
const { partDraft } = await import('../screens/pack/part-draft.ts')
const { parcelFileDraft } = await import('../screens/pack/parcel-file.ts')
const { trackingDraft } = await import('../screens/pack/tracking-draft.ts')
const { parseStoredDraft } = await import('../screens/products/draft.ts')
const { priceDraft } = await import('../features/products/editable-price.tsx')
const { stockDraft } = await import('../features/products/stock-cell.tsx')
const { toFormValues, productFormSchema } = await import('../screens/products/product-form.ts')
const { emptyProductContent, parseStoredContent } =
  await import('../screens/products/stored-content.ts')
const { announcementDraft } = await import('../screens/site-content/announcement-form.tsx')
const { faqDraft } = await import('../screens/site-content/faq-form.tsx')
const { holidayDraft } = await import('../screens/site-content/holiday-form.tsx')
const { lastBoxDraft } = await import('../screens/site-content/last-boxes.tsx')
const { testimonialDraft } = await import('../screens/site-content/testimonial-form.tsx')
const { noteDraft } = await import('../features/notes/note-field.tsx')

/** Returns the draft as it is after a reload. */
const reloaded = (draft: unknown): unknown => JSON.parse(JSON.stringify(draft))
const without = (record: object, name: string): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).filter(([field]) => field !== name))

test.each([
  ['note', noteDraft, storedDrafts.note],
  ['note on an order', orderNoteDraft, storedDrafts.orderNote],
  ['price', priceDraft, storedDrafts.price],
  ['stock', stockDraft, storedDrafts.stock],
  ['part of a parcel', partDraft, storedDrafts.part],
  ['tracking numbers', trackingDraft, storedDrafts.tracking],
  ['weight or service code', parcelFileDraft, storedDrafts.parcelFile],
  ['quote', quoteDraftSchema, storedDrafts.quote],
  ['refund', refundDraft, storedDrafts.payBack.typed],
  ['cancelled order', cancelDraft, storedDrafts.cancel.typed],
] as const)('restores the draft of a %s that was stored in November 2026', (...of) => {
  const [, schema, draft] = of
  const read = v.safeParse(v.looseObject({}), reloaded(draft))
  expect(read.success && v.parse(schema as v.GenericSchema, read.output)).toMatchObject(draft)
})

test.each([
  ['change of a code', codeDraft, storedDrafts.code, { revision: 3 }],
  ['new date', newDateDraft, storedDrafts.date, {}],
  ['change of a date', seriesDraft, storedDrafts.changedDate, { version: 2 }],
  ['move', moveDraft, storedDrafts.move, { seen: 1 }],
  ['place', venueDraft, storedDrafts.venue, { version: 0 }],
  ['new code', newCodeDraft, storedDrafts.newCode, {}],
] as const)(
  'restores the draft of a %s that was stored in November 2026, with the version that it is based on',
  (...of) => {
    const [, format, draft, version] = of
    const { read, write } = format as DraftFormat<object, unknown>
    const kept = read(reloaded(draft), { id: 'one', version: 9, seen: 9, revision: 9 }, {})
    expect({ ...kept?.typed, ...version }).toEqual(draft)
    expect(kept?.base).toMatchObject({ id: 'one', ...version })
    expect(kept && reloaded(write(kept.typed, kept.base))).toEqual(draft)
    expect(read(null, null, {})).toBeNull()
  },
)

test('restores a draft of a new code that lacks a later field with the default of the field', () => {
  const kept = newCodeDraft.read(
    without(storedDrafts.newCode, 'each'),
    storedDrafts.newCode,
    storedDrafts.newCode,
  )
  expect(kept?.typed.each).toBe('1')
})

test.each([
  ['bar', announcementDraft, storedDrafts.bar],
  ['holiday', holidayDraft, storedDrafts.holiday],
  ['question', faqDraft, storedDrafts.faq],
  ['last box', lastBoxDraft, storedDrafts.lastBox],
  ['testimonial', testimonialDraft, storedDrafts.testimonial],
] as const)(
  'restores the typed texts of a %s from November 2026, with saved values in newer fields',
  (...of) => {
    const [, format, draft] = of
    const { read, write } = format as DraftFormat<unknown, unknown>
    const stored = { typed: reloaded(draft.typed), base: reloaded(draft.base) }
    expect(read(stored, null, {})).toEqual(draft)
    expect(write(draft.typed, draft.base)).toEqual(draft)

    const [later = ''] = Object.keys(draft.typed)
    const older = { typed: without(draft.typed, later), base: stored.base }
    const saved = { ...draft.typed, [later]: 'as saved' }
    expect(read(older, null, saved)).toEqual({
      typed: { ...draft.typed, [later]: 'as saved' },
      base: draft.base,
    })
    expect(read({ typed: 'words', base: null }, null, saved)).toBeNull()
  },
)

const { base: storedBase, ...typed } = storedDrafts.product
/** Fields that were added to products later have the value of a new product. */
const base = { ...emptyProductContent, ...storedBase }
const values = v.parse(productFormSchema, { ...toFormValues(emptyProductContent), ...typed.values })
const product = v.parse(v.looseObject({}), reloaded(storedBase))

test('restores the content of a product that was published in November 2026', () => {
  expect(parseStoredContent(product, null)).toEqual(base)
})

test.each(Object.keys(storedBase).filter((name) => name !== 'name'))(
  'fills the missing field %s of a stored product with its present value',
  (name) => {
    const older = without(product, name)
    const now = parseStoredContent({ ...product, tagline: 'Now.', heat: 6 }, null)
    expect(parseStoredContent(older, now)).toEqual({
      ...base,
      [name]: now?.[name as keyof typeof now],
    })
    expect(parseStoredContent(older, null)).not.toBeNull()
  },
)

test('rejects stored content that is not a product or has an invalid field', () => {
  for (const stored of [null, 'x', [], {}, { ...product, shelf: 'cellar' }])
    expect(parseStoredContent(stored, null)).toBeNull()
})

test(
  'restores the draft of a product from November 2026, with present values in newer fields',
  { tags: ['abuse-earlier-versions'] },
  () => {
    const stored = { ...typed, values: { ...typed.values }, base: product }
    expect(parseStoredDraft(stored, null)).toEqual({ ...typed, values, base, original: null })
    const now = parseStoredContent({ ...product, heat: 6 }, null)
    const older = {
      ...stored,
      values: without(typed.values, 'heat'),
      base: without(product, 'heat'),
    }
    expect(parseStoredDraft(older, now)).toEqual({
      ...typed,
      values: { ...values, heat: 6 },
      base: { ...base, heat: 6 },
      original: null,
    })
    expect(parseStoredDraft({ ...stored, base: 'gone' }, null)).toBeNull()
  },
)
