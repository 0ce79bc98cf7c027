import { ask, client } from '../../data/client.ts'
import type { DeskToast } from '../../ui/toasts.tsx'
import type { Content } from './stored-content.ts'

interface Published {
  id: string
  content: Content
  before: Content | null
  /** The idempotency key: a request that is sent twice is published once. */
  request: string
}

/** The first part of the mutation key; the last part is the product's id. */
export const publishKey = ['publish']

export const sendPublish = ({ id, content, before, request }: Published): Promise<unknown> =>
  ask(
    client.rpc('desk_publish', {
      p_product: id,
      p_content: content,
      p_before: before,
      p_request: request,
    }),
  )

export const publishedToast = (): DeskToast => ({
  text: 'Signal’s back: your product is published.',
})
