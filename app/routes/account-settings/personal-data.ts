import { getDataFileName } from '../../../domain/personal-data-words.ts'
import { showToast } from '../../ui/toasts.ts'
import { logFailure } from '../../features/browser/browser-log.ts'
import { getField, getTextField } from '../../features/browser/json.ts'
import { callSignedIn } from '../../features/account/call-signed-in.ts'
import { clearAllStorage } from '../../features/account/clear-storage.ts'
import { removeSession } from '../../features/account/sign-out.ts'

const failed = 'That did not work. Please try again.'
/** An account that is gone counts as erased, so trying again confirms it. */
const unconfirmed =
  'No answer came from the shop. Your account may be gone already: please try again to be sure.'

/** An error message to show, or null after success. */
type Fault = string | null

export async function downloadMyData(now: number): Promise<Fault> {
  const { fault, data } = await ask('download', {})
  if (fault === null) saveAs(getDataFileName(now), JSON.stringify(data, null, 2))
  return fault
}

export async function eraseMyAccount(password: string): Promise<Fault> {
  return (await ask('erase', { password }, unconfirmed)).fault
}

/** Removes the session and all data of the erased account from this browser. */
export async function leaveErasedAccount(): Promise<boolean> {
  await removeSession()
  clearAllStorage()
  showToast({
    title: 'Your account is gone',
    text: 'You are signed out everywhere, and your details are erased.',
  })
  return true
}

/** Calls the function. Its own error messages are shown as they are, and `unanswered` when there is no response. */
async function ask(
  what: 'download' | 'erase',
  body: object,
  unanswered = failed,
): Promise<{ fault: Fault; data?: unknown }> {
  try {
    const { status, answer } = await callSignedIn(`personal-data/account/${what}`, body)
    const isDone = what === 'download' || getField(answer, 'success') === true
    if (status === 200 && isDone) return { fault: null, data: answer }
    // The session was ended on another device: without it, the page asks for a new sign-in.
    if (status === 401) await removeSession()
    return { fault: getTextField(getField(answer, 'error'), 'message') ?? failed }
  } catch (cause) {
    logFailure(`Personal data: ${what} could not be asked for`, cause)
    return { fault: unanswered }
  }
}

function saveAs(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
