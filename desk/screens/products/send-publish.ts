import * as v from 'valibot'
import { unwrapResponse, client, isRetryable } from '../../data/client.ts'
import { DeskError, SupersededError } from '../../lib/errors.ts'
import { type DeskToast, showToast } from '../../ui/toasts.tsx'
import type { ProductFormValues } from './product-form.ts'
import { isJsonEqual } from './json-equal.ts'
import { type ProductContent, productContentSchema, type CopiedProduct } from './stored-content.ts'
import { hasLaterDraft } from './stored-draft.ts'

export interface PublishRequest {
  id: string
  content: ProductContent
  before: ProductContent | null
  /** The idempotency key: a request that is sent twice is published once. */
  request: string
  /** True when only the warnings are published and other changes of the form wait. */
  isWarning?: boolean
  /** The earlier versions that this device sent without getting an answer. This version replaces them. */
  unanswered?: ProductContent[]
  /** The form values when the change was sent; null for an older version that is restored, and for warnings alone. */
  typed?: ProductFormValues | null
  /** For a copy that has not been published yet: its original in the version that its author has seen. */
  original?: CopiedProduct
}

/** The first part of the mutation key; the last part is the product's id. */
export const publishKey = ['publish']

const publish = ({ id, content, before, request }: PublishRequest): Promise<unknown> =>
  unwrapResponse(
    client.rpc('desk_publish', {
      p_product: id,
      p_content: content,
      p_before: before,
      p_request: request,
    }),
  )

/** The idempotency keys of requests that a newer version replaces. */
const superseded = new Set<string>()
export const supersedePublish = (request: string): void => void superseded.add(request)

/**
 * Publishes a product; a version that this device sent before, without an answer, is no conflict.
 * @throws DeskError with the present version in `detail` when there is a conflict, or with that of the original of a copy;
 * SupersededError when a newer one was sent
 */
export async function sendPublish(published: PublishRequest): Promise<unknown> {
  const { request } = published
  if (superseded.has(request)) throw new SupersededError()
  try {
    await checkOriginal(published)
    return await (published.isWarning === true ? publishWarnings : publishOrWarn)(published)
  } catch (error) {
    throw superseded.has(request) ? new SupersededError() : error
  }
}

const originalPage = v.nullable(v.object({ content: productContentSchema }))

/**
 * Checks that a copied product has every allergen warning that was added to its original since.
 * @throws DeskError with the present version of the original in `detail`
 */
async function checkOriginal({ content, original }: PublishRequest): Promise<void> {
  if (original === undefined) return
  const page = v.parse(
    originalPage,
    await unwrapResponse(client.rpc('desk_product', { p_product: original.id })),
  )
  if (page === null) return
  const { listMissedWarnings } = await import('./publishable.ts')
  const missed = listMissedWarnings(original.content, page.content, content)
  if (missed.length === 0) return
  throw new DeskError({
    message: `Not published. ${page.content.name}, which was copied, now warns of ${missed.join(', ')}.`,
    code: 'PT409',
    details: JSON.stringify({ original: page.content }),
  })
}

/**
 * Publishes a product. If that is refused, because somebody else has published it meanwhile or because another field is
 * invalid, its new warnings are published alone: a warning cannot wait. A temporary failure is no refusal: the whole change
 * is retried then.
 * @throws DeskError with the present version in `detail` when there is a conflict
 */
async function publishOrWarn(published: PublishRequest): Promise<unknown> {
  try {
    return await publish(published)
  } catch (error) {
    if (!(error instanceof DeskError) || isRetryable(error)) throw error
    const { id, content, before, unanswered = [] } = published
    const { addWarnings } = await import('./publishable.ts')
    const conflict = parseConflict(error)
    const request = crypto.randomUUID()
    // An earlier attempt published the warnings alone, and its response was lost.
    const alone = before && addWarnings(content, before, before)
    const isWarned = conflict !== null && alone !== null && isPublishedAsSent(alone, conflict)
    if (
      conflict !== null &&
      (isWarned || unanswered.some((one) => isPublishedAsSent(one, conflict)))
    ) {
      const next = { ...content, allergens: conflict.allergens }
      try {
        return await publishOrWarn({ id, content: next, before: conflict, request })
      } catch (refusal) {
        if (isWarned && !isRetryable(refusal)) showWarningToast(id, conflict)
        throw refusal
      }
    }
    if (before === null) throw error
    const warned = addWarnings(content, before, conflict ?? before)
    if (warned === null) throw error
    const output = await publishWarnings({
      id,
      content: warned,
      before: conflict ?? before,
      request,
    })
    showWarningToast(id, warned)
    if (conflict === null) throw error
    const { message, code } = error
    throw new DeskError({ message, code, details: JSON.stringify(output) })
  }
}

/**
 * Publishes a version that only adds warnings to `before`. If somebody else has published meanwhile, adds them to that version.
 * @returns the published version
 */
async function publishWarnings(published: PublishRequest): Promise<unknown> {
  try {
    return await publish(published)
  } catch (error) {
    const conflict = parseConflict(error)
    const { id, content, before } = published
    if (conflict === null || before === null) throw error
    const { addWarnings, listLostWarnings } = await import('./publishable.ts')
    // An earlier attempt published them, and its response was lost.
    if (listLostWarnings(content, conflict).length === 0) return conflict
    const warned = addWarnings(content, before, conflict)
    if (warned === null) throw error
    const request = crypto.randomUUID()
    return publishWarnings({ id, content: warned, before: conflict, request })
  }
}

function showWarningToast(id: string, content: ProductContent): void {
  showToast({ text: getWarningsPublishedText(content), about: `warning:${id}` })
}

/** Returns true when the sent version is the published one. The shop itself writes the text of the label, and trims other texts. */
export const isPublishedAsSent = (sent: ProductContent, now: ProductContent): boolean =>
  isJsonEqual(trimTexts({ ...sent, allergens: now.allergens }), trimTexts(now))

function trimTexts(content: ProductContent): unknown {
  return JSON.parse(JSON.stringify(content), (_, value: unknown) =>
    typeof value === 'string' ? value.trim().replace(/\s+/g, ' ') : value,
  )
}

function parseConflict(error: unknown): ProductContent | null {
  if (!(error instanceof DeskError) || error.code !== 'PT409') return null
  const now = v.safeParse(v.pipe(v.string(), v.parseJson(), productContentSchema), error.detail)
  return now.success ? now.output : null
}

export const getWarningsPublishedText = ({ name }: ProductContent): string =>
  `${name}: the shop shows the new warnings. Your other changes aren’t published yet.`

export const getLaterChangesText = ({ name }: Pick<ProductContent, 'name'>): string =>
  `${name} is published. Your later changes aren’t yet: publish them, too.`

/** Returns the toast for a change that was sent after a reload. The editor's own toasts about the product replace it. */
export function createPublishedToast(
  _: unknown,
  { id, content, typed = null, isWarning }: PublishRequest,
): DeskToast {
  const about = `publish:${id}`
  if (isWarning === true) return { text: getWarningsPublishedText(content), about }
  const isAll = !hasLaterDraft(id, typed)
  const text = isAll ? 'Signal’s back: your product is published.' : getLaterChangesText(content)
  return { text, about }
}
