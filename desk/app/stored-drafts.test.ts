import { afterAll, expect, test, vi } from 'vitest'
import * as v from 'valibot'
import { quoteSchema } from '../../domain/quote.ts'
import { storedDrafts } from './stored-drafts.fixtures.ts'

vi.mock('../data/client.ts', () => ({
  client: {},
  isId: () => true,
  ask: () => null,
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
const { parseDraft } = await import('../screens/codes/new-code.tsx')
const { changeDraft, dateDraft } = await import('../screens/dates/date-dialog.tsx')
const { moveDraft } = await import('../screens/dates/move-dialog.tsx')
const { venueDraft } = await import('../screens/dates/venue-field.tsx')
const { cancelDraft } = await import('../screens/orders/cancel.tsx')
const { orderNoteDraft } = await import('../features/orders/note-form.tsx')
const { payBackDraft } = await import('../screens/orders/pay-back.tsx')
const { partDraft } = await import('../screens/pack/order-dialog.tsx')
const { parcelFileDraft } = await import('../screens/pack/parcel-file.ts')
const { trackingDraft } = await import('../screens/pack/tracking-draft.ts')
const { readDraft } = await import('../screens/products/draft.ts')
const { priceDraft } = await import('../features/products/price-in-place.tsx')
const { stockDraft } = await import('../features/products/stock-cell.tsx')
const { toFormValues, valuesSchema } = await import('../screens/products/product-form.ts')
const { emptyContent, readContent } = await import('../screens/products/stored-content.ts')
const { barSchema, faqSchema, holidaySchema, lastBoxSchema, testimonialSchema } =
  await import('../features/site-content/queries.ts')
const { readTyped } = await import('../screens/site-content/use-typed.ts')
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
  ['change of a code', codeDraft, storedDrafts.code],
  ['new date', dateDraft, storedDrafts.date],
  ['change of a date', changeDraft, storedDrafts.changedDate],
  ['move', moveDraft, storedDrafts.move],
  ['place', venueDraft, storedDrafts.venue],
  ['part of a parcel', partDraft, storedDrafts.part],
  ['tracking numbers', trackingDraft, storedDrafts.tracking],
  ['weight or service code', parcelFileDraft, storedDrafts.parcelFile],
  ['quote', quoteSchema, storedDrafts.quote],
  ['refund', payBackDraft, storedDrafts.payBack.typed],
  ['cancelled order', cancelDraft, storedDrafts.cancel.typed],
] as const)('restores the draft of a %s that was stored in November 2026', (...of) => {
  const [, schema, draft] = of
  const read = v.safeParse(v.looseObject({}), reloaded(draft))
  expect(read.success && v.parse(schema as v.GenericSchema, read.output)).toMatchObject(draft)
})

test('restores the draft of a new code that was stored in November 2026', () => {
  expect(parseDraft(JSON.stringify(storedDrafts.newCode))).toEqual(storedDrafts.newCode)
  expect(parseDraft(JSON.stringify(without(storedDrafts.newCode, 'each'))).each).toBe('1')
})

const texts = (...names: string[]) =>
  v.object(Object.fromEntries(names.map((name) => [name, v.string()])))
const testimonialTyped = v.object({
  ...texts('words', 'author', 'location').entries,
  isSample: v.boolean(),
})

test.each([
  ['bar', texts('words', 'link', 'from', 'until'), barSchema, storedDrafts.bar],
  ['holiday', texts('from', 'until', 'sendsOn', 'words'), holidaySchema, storedDrafts.holiday],
  ['question', texts('question', 'answer'), faqSchema, storedDrafts.faq],
  ['last box', texts('month', 'contents'), lastBoxSchema, storedDrafts.lastBox],
  ['testimonial', testimonialTyped, testimonialSchema, storedDrafts.testimonial],
] as const)(
  'restores the typed texts of a %s from November 2026, with saved values in newer fields',
  (...of) => {
    const [, loose, row, draft] = of
    const schemas = {
      loose: loose as v.GenericSchema,
      rowSchema: v.nullable(row) as v.GenericSchema,
    }
    const stored = { typed: reloaded(draft.typed), base: reloaded(draft.base) }
    expect(readTyped(stored, { ...schemas, row: null, saved: {} })).toEqual(draft)

    const [later = ''] = Object.keys(draft.typed)
    const older = { typed: without(draft.typed, later), base: stored.base }
    const saved = { ...draft.typed, [later]: 'as saved' }
    expect(readTyped(older, { ...schemas, row: null, saved })).toEqual({
      typed: { ...draft.typed, [later]: 'as saved' },
      base: draft.base,
    })
    expect(readTyped({ typed: 'words', base: null }, { ...schemas, row: null, saved })).toBeNull()
  },
)

const { base: storedBase, ...typed } = storedDrafts.product
/** Fields that came later have the value of a new product. */
const base = { ...emptyContent, ...storedBase }
const values = v.parse(valuesSchema, { ...toFormValues(emptyContent), ...typed.values })
const product = v.parse(v.looseObject({}), reloaded(storedBase))

test('restores the content of a product that was published in November 2026', () => {
  expect(readContent(product, null)).toEqual(base)
})

test.each(Object.keys(storedBase).filter((name) => name !== 'name'))(
  'fills the missing field %s of a stored product with its present value',
  (name) => {
    const older = without(product, name)
    const now = readContent({ ...product, tagline: 'Now.', heat: 6 }, null)
    expect(readContent(older, now)).toEqual({
      ...base,
      [name]: now?.[name as keyof typeof now],
    })
    expect(readContent(older, null)).not.toBeNull()
  },
)

test('rejects stored content that is not a product or has an invalid field', () => {
  for (const stored of [null, 'x', [], {}, { ...product, shelf: 'cellar' }])
    expect(readContent(stored, null)).toBeNull()
})

test(
  'restores the draft of a product from November 2026, with present values in newer fields',
  { tags: ['abuse-earlier-versions'] },
  () => {
    const stored = { ...typed, values: { ...typed.values }, base: product }
    expect(readDraft(stored, null)).toEqual({ ...typed, values, base })
    const now = readContent({ ...product, heat: 6 }, null)
    const older = {
      ...stored,
      values: without(typed.values, 'heat'),
      base: without(product, 'heat'),
    }
    expect(readDraft(older, now)).toEqual({
      ...typed,
      values: { ...values, heat: 6 },
      base: { ...base, heat: 6 },
    })
    expect(readDraft({ ...stored, base: 'gone' }, null)).toBeNull()
  },
)
