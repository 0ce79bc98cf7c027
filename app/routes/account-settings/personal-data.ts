import { dataFileName } from '../../../domain/personal-data-words.ts'
import { showToast } from '../../ui/toasts.ts'
import { logFailure } from '../../features/browser/browser-log.ts'
import { fieldOf, textOf } from '../../features/browser/json.ts'
import { callSignedIn } from '../../features/account/call-signed-in.ts'
import { forgetEverything } from '../../features/account/session.ts'
import { dropSession } from '../../features/account/sign-out.ts'

export type DataAnswer = { ok: true } | { ok: false; message: string }

const failed = 'That did not work. Please try again.'

export async function downloadMyData(now: number): Promise<DataAnswer> {
  const { answer, data } = await ask('download', {})
  if (answer.ok) saveAs(dataFileName(now), JSON.stringify(data, null, 2))
  return answer
}

export async function eraseMyAccount(password: string): Promise<DataAnswer> {
  return (await ask('erase', { password })).answer
}

/** The account is gone: this device forgets it, too. */
export async function leaveErased(): Promise<boolean> {
  await dropSession()
  forgetEverything()
  showToast({
    title: 'Your account is gone',
    text: 'You are signed out everywhere, and your details are erased.',
  })
  return true
}

/** Expected refusals come with the server's words. */
async function ask(
  what: 'download' | 'erase',
  body: object,
): Promise<{ answer: DataAnswer; data: unknown }> {
  try {
    const { status, answer } = await callSignedIn(`personal-data/account/${what}`, body)
    if (status === 200) return { answer: { ok: true }, data: answer }
    // Ended elsewhere: the page then asks to sign in.
    if (status === 401) await dropSession()
    const message = textOf(fieldOf(answer, 'error'), 'message') ?? failed
    return { answer: { ok: false, message }, data: null }
  } catch (cause) {
    logFailure(`Personal data: ${what} could not be asked for`, cause)
    return { answer: { ok: false, message: failed }, data: null }
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
