import { useDeskMutation } from '../../data/use-desk-mutation.ts'
import { unwrapResponse, client } from '../../data/client.ts'

interface Withdrawal {
  code: string
  isWithdrawn: boolean
  /** The revision of the code that was shown, for conflict detection. */
  revision: number
}

/** Mutation that disables a code at once, or enables it again; the Undo of each does the other. */
export function useWithdrawCode() {
  const change = useDeskMutation<Withdrawal, number>({
    send: ({ code, isWithdrawn, revision }) =>
      unwrapResponse(
        client.rpc('desk_withdraw_code', {
          p_code: code,
          p_withdrawn: isWithdrawn,
          p_revision: revision,
        }),
      ),
    invalidates: [['codes'], ['log']],
    successToast: ({ code, isWithdrawn }, revision) => ({
      text: `${code} ${isWithdrawn ? 'is withdrawn' : 'works again'}.`,
      undo: () => change.mutate({ code, isWithdrawn: !isWithdrawn, revision }),
      about: `code:${code}`,
    }),
  })
  return change
}
