import { logFailure } from '../browser-log.ts'

/**
 * Asks for the page of the payment provider on which the owner of a box changes the card or cancels. Null when there is
 * no way there at the moment; the cause is logged.
 */
export async function portalFor(boxId: string): Promise<string | null> {
  try {
    const { callSignedIn, webAddressOf } = await import('./call-signed-in.ts')
    const { status, answer } = await callSignedIn('billing-portal', { box: boxId })
    const url = webAddressOf(answer, 'url')
    if (url === null) throw new Error(`billing-portal answered ${status} and no address`)
    return url
  } catch (cause) {
    logFailure('The way to the payment provider could not be opened', cause)
    return null
  }
}
