import { unwrapResponse, client } from '../../data/client.ts'
import { useDeskMutation } from '../../data/use-desk-mutation.ts'
import { Icon } from '../../ui/icon.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import type { Order } from '../../features/orders/queries.ts'

const callBackMs = 30_000

/** Button that sends the order's main email again. The email is sent after half a minute, and can be undone until then. */
export function ResendButton({ order: { number, email } }: { order: Order }) {
  const undo = useUndoResend(number)
  const resend = useDeskMutation({
    send: (request: string) =>
      unwrapResponse(client.rpc('desk_resend', { p_number: number, p_request: request })),
    invalidates: [['orders']],
    successToast: (request) => ({
      text: `The order mail goes to ${email} in 30 seconds.`,
      undo: () => undo(request),
      stays: callBackMs,
    }),
  })
  return (
    <OnlineButton
      what="Send again"
      look="quiet"
      disabled={resend.isPending}
      onClick={() => resend.mutate(crypto.randomUUID())}
    >
      <Icon name="mail" small /> Send the order mail again
    </OnlineButton>
  )
}

/** Cancels the repeated email of this request. */
export function useUndoResend(number: number): (request: string) => void {
  return useDeskMutation({
    send: (request: string) =>
      unwrapResponse(client.rpc('desk_undo_resend', { p_number: number, p_request: request })),
    invalidates: [['orders']],
    successToast: () => ({ text: 'Stopped in time. No mail went.' }),
  }).mutate
}
