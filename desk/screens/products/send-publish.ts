import * as v from 'valibot'
import { ask, client } from '../../data/client.ts'
import { DeskError, SupersededError } from '../../lib/errors.ts'
import { type DeskToast, showToast } from '../../ui/toasts.tsx'
import type { Values } from './product-form.ts'
import { isSame } from './same.ts'
import { type Content, contentSchema, type Original } from './stored-content.ts'
import { hasLaterDraft } from './stored-draft.ts'

export interface Published {
  id: string
  content: Content
  before: Content | null
  /** The idempotency key: a request that is sent twice is published once. */
  request: string
  /** True when only the warnings are published and other changes of the form wait. */
  isWarning?: boolean
  /** The earlier versions that this device sent without getting an answer. This version replaces them. */
  unanswered?: Content[]
  /** The form values when the change was sent; null for an older version that is restored, and for warnings alone. */
  typed?: Values | null
  /** For a copy that has not been published yet: its original in the version that its author has seen. */
  original?: Original
}

/** The first part of the mutation key; the last part is the product's id. */
export const publishKey = ['publish']

const publish = ({ id, content, before, request }: Published): Promise<unknown> =>
  ask(
    client.rpc('desk_publish', {
      p_product: id,
      p_content: content,
      p_before: before,
      p_request: request,
    }),
  )

/** The idempotency keys of requests that a newer version replaces. */
const superseded = new Set<string>()
export const supersede = (request: string): void => void superseded.add(request)

/**
 * Publishes a product; a version that this device sent before, without an answer, is no conflict.
 * @throws DeskError with the present version in `detail` when there is a conflict, or with that of the original of a copy;
 * SupersededError when a newer one was sent
 */
export async function sendPublish(published: Published): Promise<unknown> {
  const { request } = published
  if (superseded.has(request)) throw new SupersededError()
  try {
    await checkOriginal(published)
    return await publishOrWarn(published)
  } catch (error) {
    throw superseded.has(request) ? new SupersededError() : error
  }
}

const originalPage = v.nullable(v.object({ content: contentSchema }))

/**
 * Checks that a copy lacks no warning that its original has gained since it was copied.
 * @throws DeskError with the present version of the original in `detail`
 */
async function checkOriginal({ content, original }: Published): Promise<void> {
  if (original === undefined) return
  const page = v.parse(
    originalPage,
    await ask(client.rpc('desk_product', { p_product: original.id })),
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
 * invalid, its new warnings are published alone: a warning cannot wait.
 * @throws DeskError with the present version in `detail` when there is a conflict
 */
async function publishOrWarn(published: Published): Promise<unknown> {
  try {
    return await publish(published)
  } catch (error) {
    const { id, content, before, isWarning, unanswered = [] } = published
    if (!(error instanceof DeskError)) throw error
    const conflict = parseConflict(error)
    if (
      conflict !== null &&
      isWarning !== true &&
      unanswered.some((one) => isSent(one, conflict))
    ) {
      const next = { ...content, allergens: conflict.allergens }
      return publishOrWarn({ id, content: next, before: conflict, request: crypto.randomUUID() })
    }
    if (before === null) throw error
    if (conflict === null && isWarning === true) throw error
    const { addWarnings } = await import('./publishable.ts')
    const now = conflict ?? before
    const warned = addWarnings(content, before, now)
    if (warned === null) throw error
    const request = crypto.randomUUID()
    const output = await publishOrWarn({
      id,
      content: warned,
      before: now,
      request,
      isWarning: true,
    })
    if (isWarning === true) return output
    showToast({ text: warningText(warned), about: `warning:${id}` })
    if (conflict === null) throw error
    const { message, code } = error
    throw new DeskError({ message, code, details: JSON.stringify(output) })
  }
}

/** Returns true when the sent version is the published one. The shop itself writes the text of the label, and trims other texts. */
export const isSent = (sent: Content, now: Content): boolean =>
  isSame(trimTexts({ ...sent, allergens: now.allergens }), trimTexts(now))

function trimTexts(content: Content): unknown {
  return JSON.parse(JSON.stringify(content), (_, value: unknown) =>
    typeof value === 'string' ? value.trim().replace(/\s+/g, ' ') : value,
  )
}

function parseConflict(error: unknown): Content | null {
  if (!(error instanceof DeskError) || error.code !== 'PT409') return null
  const now = v.safeParse(v.pipe(v.string(), v.parseJson(), contentSchema), error.detail)
  return now.success ? now.output : null
}

export const warningText = ({ name }: Content): string =>
  `${name}: the shop shows the new warnings. Your other changes aren’t published yet.`

export const laterChangesText = ({ name }: Pick<Content, 'name'>): string =>
  `${name} is published. Your later changes aren’t yet: publish them, too.`

/** Returns the toast for a change that was sent after a reload. The editor's own toasts about the product replace it. */
export function publishedToast(
  _: unknown,
  { id, content, typed = null, isWarning }: Published,
): DeskToast {
  const about = `publish:${id}`
  if (isWarning === true) return { text: warningText(content), about }
  const isAll = !hasLaterDraft(id, typed)
  const text = isAll ? 'Signal’s back: your product is published.' : laterChangesText(content)
  return { text, about }
}
