import { logFailure } from '../../features/browser/browser-log.ts'
import { getField, getTextField } from '../../features/browser/json.ts'

/** The URL of the page, or the server's reason for refusing it; null when the reason is unknown. */
export type PortalAnswer = { url: string } | { refused: string | null }

/**
 * Requests the payment provider's page on which a customer changes the card or cancels a subscription. Logs failures.
 * Never throws.
 */
export async function requestPortal(boxId: string): Promise<PortalAnswer> {
  try {
    const { callSignedIn, getHttpUrlField } =
      await import('../../features/account/call-signed-in.ts')
    const { status, answer } = await callSignedIn('billing-portal', { box: boxId })
    if (status === 409) return { refused: getTextField(getField(answer, 'error'), 'message') }
    const url = getHttpUrlField(answer, 'url')
    if (url === null) throw new Error(`billing-portal answered ${status} and no address`)
    return { url }
  } catch (cause) {
    logFailure('Subscription: the payment page could not be opened', cause)
    return { refused: null }
  }
}
