import * as v from 'valibot'
import { useChange } from '../../changes.ts'
import { ask, client } from '../../client.ts'
import { ordersText, type SentTogether } from './parcels.ts'

const answer = v.object({
  undone: v.array(v.number()),
  refused: v.array(v.object({ number: v.number(), message: v.string() })),
})

/** Takes back what was marked as sent, as long as no mail has gone. */
export function useUndoSent() {
  return useChange({
    send: async ({ numbers, parts }: Pick<SentTogether, 'numbers' | 'parts'>) =>
      v.parse(
        answer,
        await ask(client.rpc('desk_undo_sent', { p_numbers: numbers, p_parts: parts })),
      ),
    touches: [['orders'], ['today']],
    done: (_, { undone, refused }) => ({
      text: [
        ...(undone.length > 0
          ? [`${ordersText(undone.length)} taken back. No mail has gone.`]
          : []),
        ...refused.map(({ message }) => `${message}.`),
      ].join(' '),
    }),
  })
}
