import { dataFileName } from '../../../domain/personal-data-words.ts'
import { showToast } from '../../ui/toasts.ts'
import { logFailure } from '../browser-log.ts'
import { forgetEverything } from './forget-shopper.ts'
import { dropSession } from './sign-out.ts'
import { loadSupabase } from './supabase.ts'

export type DataAnswer = { ok: true } | { ok: false; message: string }

const failed = 'That did not work. Nothing was changed. Please try again.'

/** Fetches everything that is held about the shopper and hands it to the browser as a file. */
export async function downloadMyData(now: number): Promise<DataAnswer> {
  const { answer, data } = await ask('download', {})
  if (answer.ok) saveAs(dataFileName(now), JSON.stringify(data, null, 2))
  return answer
}

/** Erases the account and what belongs to it, for whoever knows its password. */
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
    const supabase = await loadSupabase()
    const { data, error, response } = await supabase.functions.invoke<unknown>(
      `personal-data/account/${what}`,
      { body },
    )
    if (error === null) return { answer: { ok: true }, data }
    if (response === undefined) throw error
    // Ended elsewhere: the page then asks to sign in.
    if (response.status === 401) await dropSession()
    const refusal: { error?: { message?: unknown } } = await response.json()
    const message = refusal.error?.message
    return {
      answer: { ok: false, message: typeof message === 'string' ? message : failed },
      data: null,
    }
  } catch (cause) {
    logFailure(`The data could not be asked for (${what})`, cause)
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
