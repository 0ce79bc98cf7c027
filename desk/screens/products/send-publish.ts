import * as v from 'valibot'
import { ask, client } from '../../data/client.ts'
import { DeskError } from '../../lib/errors.ts'
import { type DeskToast, showToast } from '../../ui/toasts.tsx'
import { type Content, contentSchema } from './stored-content.ts'

interface Published {
  id: string
  content: Content
  before: Content | null
  /** The idempotency key: a request that is sent twice is published once. */
  request: string
  /** True when only the warnings are published and other changes of the form wait. */
  isWarning?: boolean
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

/**
 * Publishes a product. If that is refused, because somebody else has published it meanwhile or because another field is
 * invalid, its new warnings are published alone: a warning cannot wait.
 * @throws DeskError with the present version in `detail` when there is a conflict
 */
export async function sendPublish(published: Published): Promise<unknown> {
  try {
    return await publish(published)
  } catch (error) {
    const { id, content, before, isWarning } = published
    if (!(error instanceof DeskError) || before === null) throw error
    const conflict = parseConflict(error)
    if (conflict === null && isWarning === true) throw error
    const { addWarnings } = await import('./publishable.ts')
    const now = conflict ?? before
    const warned = addWarnings(content.answers ?? {}, before, now)
    if (warned === null) throw error
    const request = crypto.randomUUID()
    const output = await sendPublish({ id, content: warned, before: now, request, isWarning: true })
    if (isWarning === true) return output
    showToast({ text: warningText(warned), about: `warning:${id}` })
    if (conflict === null) throw error
    const { message, code } = error
    throw new DeskError({ message, code, details: JSON.stringify(output) })
  }
}

function parseConflict(error: unknown): Content | null {
  if (!(error instanceof DeskError) || error.code !== 'PT409') return null
  const now = v.safeParse(v.pipe(v.string(), v.parseJson(), contentSchema), error.detail)
  return now.success ? now.output : null
}

export const warningText = ({ name }: Content): string =>
  `${name}: the shop shows the new warnings. Your other changes aren’t published yet.`

export const publishedToast = (): DeskToast => ({
  text: 'Signal’s back: your product is published.',
})
