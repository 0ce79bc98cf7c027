import { useMutationState, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import type { Day } from '../../../domain/dates.ts'
import { parsePence } from '../../../domain/parse-pence.ts'
import { isLikelyPriceTypo } from '../../../domain/price-typo.ts'
import { useDeskMutation } from '../../data/use-desk-mutation.ts'
import type { ProductPage, ProductFormValues } from './product-form.ts'
import { type ProductContent, productContentSchema, type CopiedProduct } from './stored-content.ts'
import { dropPublishedDraft } from './draft.ts'
import { productKey } from '../../features/products/queries.ts'
import { isJsonEqual } from './json-equal.ts'
import {
  isPublishedAsSent,
  getLaterChangesText,
  type PublishRequest,
  publishKey,
  sendPublish,
  supersedePublish,
  getWarningsPublishedText,
} from './send-publish.ts'

export interface PublishInput extends PublishRequest {
  name: string
  typed: ProductFormValues | null
}

type Sent = Pick<PublishInput, 'content' | 'before' | 'typed' | 'isWarning' | 'original'>

/** The variables of a publication, which another version of the desk may have stored. */
const sentSchema = v.object({
  content: productContentSchema,
  before: v.nullable(productContentSchema),
  request: v.string(),
  isWarning: v.optional(v.boolean(), false),
  unanswered: v.optional(v.array(productContentSchema), []),
})

interface PublishOptions {
  id: string
  base: ProductContent | null
  /** The product that this one was copied from, if any. */
  original: CopiedProduct | null
  /** Called with the published version. */
  onDone: (content: ProductContent, typed: ProductFormValues | null) => void
  /** Called instead of `onDone` when only warnings were published, over a version of somebody else. */
  onMergedWarnings: (content: ProductContent) => void
}

/** Publishes a product: asks for confirmation of an unlikely price, and reports conflicts with changes of other people. */
export function usePublish({ id, base, original, onDone, onMergedWarnings }: PublishOptions) {
  const queries = useQueryClient()
  const [slipped, setSlipped] = useState<Sent | null>(null)
  const change = useDeskMutation({
    send: sendPublish,
    offlineKey: [...publishKey, id],
    invalidates: [['products']],
    conflictSchema: v.nullable(
      v.union([v.object({ original: productContentSchema }), productContentSchema]),
    ),
    successToast: ({ before, typed, isWarning, content: sent }: PublishInput, output) => {
      const content = v.parse(productContentSchema, output)
      const isMerged = !isPublishedAsSent(sent, content)
      const isAll = dropPublishedDraft(id, typed)
      // Updates the cache, so that after a reload before the refetch the user's own change is not reported as a conflict.
      queries.setQueryData<ProductPage | null>(
        productKey(id),
        (page) => page && { ...page, content },
      )
      if (isMerged && isWarning === true) onMergedWarnings(content)
      else onDone(content, typed)
      return {
        text:
          isWarning === true
            ? getWarningsPublishedText(content)
            : isAll
              ? `${content.name}: ${words[content.shelf]}`
              : getLaterChangesText(content),
        about: `publish:${id}`,
        // An undo would revert the changes of somebody else as well.
        ...(before !== null &&
          !isMerged && {
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
  // Includes mutations that were started before a reload.
  const mutationKey = [...publishKey, id]
  const sent = useMutationState({
    filters: { mutationKey },
    select: ({ state }) => {
      const read = v.safeParse(sentSchema, state.variables)
      return read.success ? { ...read.output, isPending: state.status === 'pending' } : null
    },
  }).filter((one) => one !== null)
  const pending = sent.filter((one) => one.isPending)
  const isSending = (content: ProductContent) =>
    pending.some((one) => isPublishedAsSent(one.content, content))
  /**
   * Sends a version of the product and drops earlier ones that have no answer, because a new allergen warning cannot wait for them.
   */
  const send = (publishing: Sent) => {
    const { before } = publishing
    if (isSending(publishing.content)) return
    const cache = queries.getMutationCache()
    for (const { request } of pending) supersedePublish(request)
    for (const mutation of cache.findAll({ mutationKey, status: 'pending' })) cache.remove(mutation)
    change.mutate({
      id,
      name: publishing.content.name,
      ...(before === null && original !== null && { original }),
      ...publishing,
      request: crypto.randomUUID(),
      unanswered: sent
        .filter((one) => one.isPending || isJsonEqual(one.before, before))
        .flatMap(({ content, unanswered }) => [...unanswered, content]),
    })
  }
  const former = base?.price ?? null
  const next = slipped?.content.price ?? null
  return {
    isSending,
    /** Returns what to say of `content` when this user sent it as a change of `base`, perhaps before a reload; else null. */
    getOwnText: (content: ProductContent): string | null => {
      const own = sent.find(
        (one) => isPublishedAsSent(one.content, content) && isJsonEqual(one.before, base),
      )
      return own ? (own.isWarning ? getWarningsPublishedText : getLaterChangesText)(content) : null
    },
    /** `now` is the present version, or that of the original of a copy that lacks its new warnings. */
    conflict: change.conflict,
    dismissConflict: change.dismissConflict,
    /** Publishes a copy over the version of its original that the author has seen now. */
    publishCopy: ({ before, typed }: PublishInput, content: ProductContent, seen: CopiedProduct) =>
      send({ content, before, typed, original: seen }),
    publishAsNew: (removed: PublishInput) =>
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
    publishWarnings: (content: ProductContent) =>
      send({ content, before: base, typed: null, isWarning: true }),
    publish: (
      content: ProductContent,
      typed: ProductFormValues | null,
      warned: ProductContent | null = null,
    ) => {
      if (content.price === null || !isLikelyPriceTypo(former, content.price))
        return send({ content, before: base, typed })
      // New allergen warnings are published at once, even while the price is still to be confirmed.
      if (warned !== null) send({ content: warned, before: base, typed: null, isWarning: true })
      // The version that the content was typed over, which somebody may change before the price is confirmed.
      setSlipped({ content, before: base, typed })
    },
  }
}

const words: Record<ProductContent['shelf'], string> = {
  live: 'on sale as you see it here.',
  'sold-out': 'sold out, as you see it here.',
  'coming-soon': 'coming soon.',
  hidden: 'saved. Nobody sees it yet.',
}

/**
 * Returns the first field whose value is invalid, so that it cannot be stored on the server even as a hidden product. A day in
 * the past would put the product on sale at once.
 */
export function findInvalidField(
  values: ProductFormValues,
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
