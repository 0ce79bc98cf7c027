import { useState } from 'react'
import * as v from 'valibot'
import { readPence } from '../../../domain/pence-typed.ts'
import { isPriceSlip } from '../../../domain/price-slip.ts'
import { ask, client } from '../../client.ts'
import { useChange } from '../../changes.ts'
import { type Content, contentSchema, type Values } from './content.ts'
import { dropDraft } from './draft.ts'

interface Publishing {
  content: Content
  before: Content | null
  request: string
}

interface PublishOptions {
  id: string
  base: Content | null
  name: string
  onDone: (content: Content) => void
}

/** Publishes: asks where the point may have slipped, and tells what somebody else has changed meanwhile. */
export function usePublish({ id, base, name, onDone }: PublishOptions) {
  const [clash, setClash] = useState<{ mine: Content; theirs: Content } | null>(null)
  const [slipped, setSlipped] = useState<Content | null>(null)
  const change = useChange<Publishing, Content>({
    send: async ({ content, before, request }) =>
      v.parse(
        contentSchema,
        await ask(
          client.rpc('desk_publish', {
            p_product: id,
            p_content: content,
            p_before: before,
            p_request: request,
          }),
        ),
      ),
    touches: [['products']],
    done: ({ before }, content) => {
      dropDraft(id)
      onDone(content)
      return {
        text: `${content.name}: ${words[content.shelf]}`,
        ...(before !== null && {
          undo: () =>
            change.mutate({ content: before, before: content, request: crypto.randomUUID() }),
        }),
      }
    },
    conflict: ({ content }, now) =>
      setClash({ mine: content, theirs: v.parse(contentSchema, now) }),
  })
  const send = (content: Content) =>
    change.mutate({ content, before: base, request: crypto.randomUUID() })
  const former = base?.price ?? null
  return {
    isPending: change.isPending,
    clash,
    drop: () => setClash(null),
    slip:
      slipped !== null && slipped.price !== null && former !== null
        ? {
            name,
            former,
            next: slipped.price,
            onKeep: () => setSlipped(null),
            onSure: () => {
              setSlipped(null)
              send(slipped)
            },
          }
        : null,
    publish: (content: Content) => {
      if (content.price !== null && isPriceSlip(former, content.price)) setSlipped(content)
      else send(content)
    },
  }
}

const words: Record<Content['shelf'], string> = {
  live: 'on sale as you see it here.',
  'sold-out': 'sold out, as you see it here.',
  'coming-soon': 'coming soon.',
  hidden: 'saved. Nobody sees it yet.',
}

/** What is typed and cannot be read, which no draft of it is kept of on the server. */
export function typedFault(
  values: Values,
): { field: 'price' | 'net' | 'name' | 'onSaleFrom'; message: string } | null {
  const price = readPence(values.price)
  if ('fault' in price) return { field: 'price', message: price.fault }
  if (price.pence === 0)
    return { field: 'price', message: '£0.00 is not a price. Leave it empty for Price TBA.' }
  const net = values.net.trim().replace(',', '.')
  if (net !== '' && !(Number(net) > 0))
    return { field: 'net', message: 'How much is in it? A number, like 60.' }
  if (values.name.trim() === '')
    return { field: 'name', message: 'It needs a name, to find it again.' }
  return null
}
