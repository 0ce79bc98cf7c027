import { useIsMutating, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import type { Day } from '../../../domain/dates.ts'
import { parsePence } from '../../../domain/parse-pence.ts'
import { isLikelyPriceTypo } from '../../../domain/price-typo.ts'
import { useDeskMutation } from '../../data/use-desk-mutation.ts'
import type { ProductPage, Values } from './product-form.ts'
import { type Content, contentSchema } from './stored-content.ts'
import { dropDraft } from './draft.ts'
import { oneKey } from '../../features/products/queries.ts'
import { isSame } from './same.ts'
import { publishKey, sendPublish, warningText } from './send-publish.ts'

interface Publishing {
  id: string
  name: string
  content: Content
  before: Content | null
  request: string
  /** The form values when the change was sent; null for an older version that is restored. */
  typed: Values | null
  /** True when only the warnings are published and other changes of the form wait. */
  isWarning?: boolean
}

interface PublishOptions {
  id: string
  base: Content | null
  onDone: (content: Content, typed: Values | null) => void
}

/** Publishes a product: asks for confirmation of an unlikely price, and reports conflicts with changes of other people. */
export function usePublish({ id, base, onDone }: PublishOptions) {
  const queries = useQueryClient()
  const [slipped, setSlipped] = useState<Pick<Publishing, 'content' | 'typed'> | null>(null)
  const change = useDeskMutation({
    send: sendPublish,
    offlineKey: [...publishKey, id],
    invalidates: [['products']],
    conflictSchema: v.nullable(contentSchema),
    successToast: ({ before, typed, isWarning }: Publishing, output) => {
      const content = v.parse(contentSchema, output)
      dropDraft(id)
      // A reload before the refetch starts with this version, so that one's own change is not reported as a conflict.
      queries.setQueryData<ProductPage | null>(oneKey(id), (page) => page && { ...page, content })
      onDone(content, typed)
      return {
        text:
          isWarning === true ? warningText(content) : `${content.name}: ${words[content.shelf]}`,
        about: `publish:${id}`,
        ...(before !== null &&
          !(isWarning === true && isMerged(content, before)) && {
            undo: () =>
              change.mutate({
                id,
                name: before.name,
                content: before,
                before: content,
                request: crypto.randomUUID(),
                typed: null,
              }),
          }),
      }
    },
  })
  // The button may have been pressed before a reload.
  const isPending = useIsMutating({ mutationKey: [...publishKey, id], status: 'pending' }) > 0
  const send = (publishing: Pick<Publishing, 'content' | 'typed' | 'isWarning'>) =>
    change.mutate({
      id,
      name: publishing.content.name,
      ...publishing,
      before: base,
      request: crypto.randomUUID(),
    })
  const former = base?.price ?? null
  const next = slipped?.content.price ?? null
  return {
    isPending,
    conflict: change.conflict,
    dismissConflict: change.dismissConflict,
    publishAsNew: (removed: Publishing) =>
      change.mutate({ ...removed, before: null, request: crypto.randomUUID() }),
    slip:
      slipped !== null && next !== null && former !== null
        ? {
            name: slipped.content.name,
            former,
            next,
            onKeep: () => setSlipped(null),
            onSure: () => {
              setSlipped(null)
              send(slipped)
            },
          }
        : null,
    publishWarnings: (content: Content) => send({ content, typed: null, isWarning: true }),
    publish: (content: Content, typed: Values | null, warned: Content | null = null) => {
      if (content.price === null || !isLikelyPriceTypo(former, content.price))
        return send({ content, typed })
      // A question about the price keeps no warning back.
      if (warned !== null) send({ content: warned, typed: null, isWarning: true })
      setSlipped({ content, typed })
    },
  }
}

/** Returns true when a version of warnings has changes of somebody else as well, which an undo would take back. */
const isMerged = (content: Content, before: Content): boolean =>
  !isSame({ ...content, answers: before.answers, allergens: before.allergens }, before)

const words: Record<Content['shelf'], string> = {
  live: 'on sale as you see it here.',
  'sold-out': 'sold out, as you see it here.',
  'coming-soon': 'coming soon.',
  hidden: 'saved. Nobody sees it yet.',
}

/**
 * Returns the first field whose value is invalid, so that it cannot be stored on the server even as a hidden product. A day in
 * the past would put the product on sale at once.
 */
export function typedFault(
  values: Values,
  today: Day,
): { field: 'price' | 'net' | 'name' | 'onSaleFrom'; message: string } | null {
  const price = parsePence(values.price)
  if ('fault' in price) return { field: 'price', message: price.fault }
  if (price.pence === 0)
    return { field: 'price', message: '£0.00 is not a price. Leave it empty for Price TBA.' }
  const net = values.net.trim().replace(',', '.')
  if (net !== '' && !(Number(net) >= 0.1 && Number(net) <= 100_000))
    return { field: 'net', message: 'How much is in it? A number, like 60.' }
  if (values.name.trim() === '')
    return { field: 'name', message: 'It needs a name, to find it again.' }
  if (values.shelf === 'coming-soon' && values.onSaleFrom !== '' && values.onSaleFrom < today)
    return { field: 'onSaleFrom', message: 'That day has gone. Choose a later one, or Live.' }
  return null
}
