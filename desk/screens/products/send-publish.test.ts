import { allergens } from '../../../domain/allergen-words.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { DeskError, NoAnswerError, SupersededError } from '../../lib/errors.ts'
import {
  getLaterChangesText,
  createPublishedToast,
  sendPublish,
  supersedePublish,
  getWarningsPublishedText,
} from './send-publish.ts'
import { toFormValues } from './product-form.ts'
import { type ProductContent, emptyProductContent } from './stored-content.ts'

const rpc = vi.hoisted(() => vi.fn())
vi.mock(
  import('../../data/client.ts'),
  () =>
    ({
      unwrapResponse: async (answer: unknown) => answer,
      isRetryable: (error: Error) =>
        error instanceof NoAnswerError || (error instanceof DeskError && error.code === 'PGRST003'),
      client: { rpc },
    }) as never,
)
const readStoredDraft = vi.hoisted(() => vi.fn())
vi.mock(import('../../data/drafts.ts'), () => ({ readStoredDraft }) as never)
const showToast = vi.hoisted(() => vi.fn())
vi.mock(import('../../ui/toasts.tsx'), () => ({ showToast }) as never)
vi.mock(import('../../features/products/queries.ts'), () => ({}) as never)

const free = Object.fromEntries(allergens.map(({ id }) => [id, 'free' as const]))
const base: ProductContent = {
  ...emptyProductContent,
  name: 'Hot Gossip',
  shelf: 'live',
  answers: free,
}
const first = { ...base, tagline: 'Never answered.' }
const second = { ...first, answers: { ...free, peanuts: 'contains' as const } }
const conflict = (now: ProductContent) =>
  new DeskError({ code: 'PT409', message: 'Conflict', details: JSON.stringify(now) })
const sent = () => rpc.mock.calls.map(([, call]) => [call.p_before, call.p_content])

beforeEach(() => {
  rpc.mockReset()
  showToast.mockReset()
})

test('a version is published over an earlier one from here whose answer was lost', async () => {
  const landed = { ...first, allergens: 'None of the 14 named allergens is an ingredient.' }
  rpc.mockRejectedValueOnce(conflict(landed)).mockResolvedValueOnce('done')
  const published = { id: 'one', content: second, before: base, request: 'a' }
  await expect(sendPublish({ ...published, unanswered: [first] })).resolves.toBe('done')
  expect(sent()).toEqual([
    [base, second],
    [landed, { ...second, allergens: landed.allergens }],
  ])
})

test('a version of somebody else remains a conflict when an earlier one from here has no answer', async () => {
  const theirs = { ...base, tagline: 'Theirs.' }
  const published = { id: 'one', content: { ...first, heat: 2 }, before: base, request: 'b' }
  rpc.mockRejectedValue(conflict(theirs))
  await expect(sendPublish({ ...published, unanswered: [first] })).rejects.toMatchObject({
    code: 'PT409',
    detail: JSON.stringify(theirs),
  })
  expect(rpc).toHaveBeenCalledTimes(1)
})

const warned = { ...base, answers: second.answers }
const both = { id: 'one', content: second, before: base, request: 'f' }
const refusal = new DeskError({ code: 'PT400', message: 'Twenty tags at most.' })

test('a temporary failure is retried whole instead of publishing the warnings alone', async () => {
  rpc.mockRejectedValueOnce(new DeskError({ code: 'PGRST003', message: 'Timed out' }))
  await expect(sendPublish(both)).rejects.toMatchObject({ code: 'PGRST003' })
  expect(sent()).toEqual([[base, second]])
})

test('warnings that an attempt without a response published alone are no conflict at the next attempt', async () => {
  rpc.mockRejectedValueOnce(refusal).mockRejectedValueOnce(new NoAnswerError(null))
  await expect(sendPublish(both)).rejects.toThrow(NoAnswerError)
  expect(sent()).toEqual([
    [base, second],
    [base, warned],
  ])
  expect(showToast).not.toHaveBeenCalled()

  rpc.mockReset()
  rpc.mockRejectedValueOnce(conflict(warned)).mockRejectedValueOnce(refusal)
  await expect(sendPublish(both)).rejects.toThrow(refusal)
  expect(sent()).toEqual([
    [base, second],
    [warned, second],
  ])
  expect(showToast).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ text: getWarningsPublishedText(warned) }),
  )
})

test('warnings alone that were merged without a response are no conflict at the next attempt', async () => {
  const merged = { ...warned, tagline: 'Theirs.' }
  rpc.mockRejectedValueOnce(conflict(merged))
  await expect(sendPublish({ ...both, content: warned, isWarning: true })).resolves.toEqual(merged)
  expect(rpc).toHaveBeenCalledTimes(1)
})

test('a version that a newer one took the place of is neither reported nor sent again', async () => {
  const { promise, reject } = Promise.withResolvers<unknown>()
  rpc.mockReturnValueOnce(promise)
  const published = { id: 'one', content: first, before: base, request: 'c' }
  const answer = sendPublish(published)
  supersedePublish('c')
  reject(new NoAnswerError(null))
  await expect(answer).rejects.toThrow(SupersededError)
  await expect(sendPublish(published)).rejects.toThrow(SupersededError)
  expect(rpc).toHaveBeenCalledTimes(1)
})

test('a copy is not published without a warning that its original has gained since it was copied', async () => {
  const original = { id: 'original', content: base }
  const copy = { id: 'copy', content: first, before: null, request: 'e', original }
  rpc.mockResolvedValueOnce({ content: second })
  await expect(sendPublish(copy)).rejects.toMatchObject({
    code: 'PT409',
    message: 'Not published. Hot Gossip, which was copied, now warns of peanuts.',
    detail: JSON.stringify({ original: second }),
  })
  expect(rpc.mock.calls).toEqual([['desk_product', { p_product: 'original' }]])
  // The author has seen the warning, the copy has it, or the original was removed.
  const seen = { ...copy, original: { id: 'original', content: second } }
  for (const [published, page] of [
    [seen, { content: second }],
    [{ ...copy, content: second }, { content: second }],
    [copy, { content: base }],
    [copy, null],
  ] as const) {
    rpc.mockResolvedValueOnce(page).mockResolvedValueOnce('done')
    await expect(sendPublish(published)).resolves.toBe('done')
  }
})

test('a change that is sent after a reload has one toast with the editor, which says whether later changes wait', () => {
  const typed = toFormValues(first)
  const published = { id: 'one', content: first, before: base, request: 'd', typed }
  const about = 'publish:one'
  readStoredDraft.mockReturnValue({ values: { ...typed, tagline: 'Typed later.' } })
  expect(createPublishedToast(null, published)).toEqual({ text: getLaterChangesText(first), about })
  for (const draft of [null, { values: typed }]) {
    readStoredDraft.mockReturnValue(draft)
    const text = 'Signal’s back: your product is published.'
    expect(createPublishedToast(null, published)).toEqual({ text, about })
    const warning = { text: getWarningsPublishedText(first), about }
    expect(createPublishedToast(null, { ...published, isWarning: true })).toEqual(warning)
  }
})
