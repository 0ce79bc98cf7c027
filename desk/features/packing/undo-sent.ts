import * as v from 'valibot'
import { useDeskMutation } from '../../data/use-desk-mutation.ts'
import { rpcParsed } from '../../data/rpc-query.ts'
import { formatOrderCount, type SentBatch } from './parcels.ts'

const answer = v.object({
  undone: v.array(v.number()),
  refused: v.array(v.object({ number: v.number(), message: v.string() })),
})

/** Mutation that unmarks parcels as sent, which is possible until the email about them is sent. */
export function useUndoSent() {
  return useDeskMutation({
    send: ({ numbers, parts }: Pick<SentBatch, 'numbers' | 'parts'>) =>
      rpcParsed('desk_undo_sent', answer, { p_numbers: numbers, p_parts: parts }),
    invalidates: [['orders'], ['today']],
    successToast: ({ numbers }, { undone, refused }) => ({
      text: [
        ...(undone.length > 0
          ? [`${backText(numbers, undone)} taken back. No mail has gone.`]
          : []),
        // The answer to a repeated request does not name a part that the first one has undone.
        ...(undone.length + refused.length === 0
          ? ['The part is taken back. No mail has gone.']
          : []),
        ...wordsOf(refused),
      ].join(' '),
    }),
  })
}

/**
 * Returns the subject of the toast's sentence. Undoing only a part that was sent ahead names the part, because its order was still
 * open.
 */
const backText = (numbers: readonly number[], undone: readonly number[]): string =>
  numbers.length === 0 ? `The part of ${undone.join(', ')} is` : formatOrderCount(undone.length)

function wordsOf(refused: v.InferOutput<typeof answer>['refused']): string[] {
  return refused.length > 1
    ? [`${formatOrderCount(refused.length)} stay as sent: it is too late to take them back.`]
    : refused.map(({ message }) => `${message}.`)
}
