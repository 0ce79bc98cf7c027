import { logFailure } from '../../features/browser/browser-log.ts'
import { getField, getText } from '../../features/browser/json.ts'

/** The address of the page, or why there is none, in the shop's words; null when it is not known. */
export type PortalAnswer = { url: string } | { refused: string | null }

/** The payment provider's page on which a card is changed or a box cancelled. Why there is none is logged. */
export async function requestPortal(boxId: string): Promise<PortalAnswer> {
  try {
    const { callSignedIn, getHttpUrl } = await import('../../features/account/call-signed-in.ts')
    const { status, answer } = await callSignedIn('billing-portal', { box: boxId })
    if (status === 409) return { refused: getText(getField(answer, 'error'), 'message') }
    const url = getHttpUrl(answer, 'url')
    if (url === null) throw new Error(`billing-portal answered ${status} and no address`)
    return { url }
  } catch (cause) {
    logFailure('Subscription: the payment page could not be opened', cause)
    return { refused: null }
  }
}
