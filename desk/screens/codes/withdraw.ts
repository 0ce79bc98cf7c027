import { useChange } from '../../data/use-desk-mutation.ts'
import { ask, client } from '../../data/client.ts'

interface Withdrawal {
  code: string
  isWithdrawn: boolean
  /** Of the code as it was seen. */
  revision: number
}

/** Stops a code at once, or lets it work again; each undoes the other. */
export function useWithdraw() {
  const change = useChange<Withdrawal, number>({
    send: ({ code, isWithdrawn, revision }) =>
      ask(
        client.rpc('desk_withdraw_code', {
          p_code: code,
          p_withdrawn: isWithdrawn,
          p_revision: revision,
        }),
      ),
    touches: [['codes'], ['log']],
    done: ({ code, isWithdrawn }, revision) => ({
      text: `${code} ${isWithdrawn ? 'is withdrawn' : 'works again'}.`,
      undo: () => change.mutate({ code, isWithdrawn: !isWithdrawn, revision }),
      about: `code:${code}`,
    }),
  })
  return change
}
