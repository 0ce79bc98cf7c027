import { type FormEvent, useEffect, useState } from 'react'
import { tellMeLabels } from '../../../domain/availability.ts'
import { useSession } from '../../features/account/session.ts'
import { useSupabaseUrl } from '../../features/backend-client/public-settings.ts'
import { logFailure } from '../../features/browser/browser-log.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText, Field } from '../../ui/field.tsx'
import { useHydrated } from '../../ui/hydrated.ts'
import type { StockNoticeAnswer } from './ask-to-be-told.ts'
import styles from './buy-box.module.css'

interface StockNoticeFormProps {
  id: string
  state: keyof typeof tellMeLabels
}

/** The form that replaces the buy button of an unavailable product. Works without JavaScript. */
export function StockNoticeForm({ id, state }: StockNoticeFormProps) {
  const { user } = useSession()
  const alive = useHydrated()
  const supabaseUrl = useSupabaseUrl()
  const [sent, setSent] = useState<StockNoticeAnswer | 'busy'>()
  const busy = sent === 'busy'
  const answer = busy ? undefined : sent
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const typed = new FormData(event.currentTarget)
    setSent('busy')
    setSent(await ask(id, String(typed.get('email'))))
  }
  // The invalid field, or the pressed button, can take the focus only once it is no longer disabled.
  useEffect(() => {
    if (answer?.ok === false)
      document.getElementById(answer.isInvalid ? 'field-email' : 'tell-me-send')?.focus()
  }, [answer])
  if (answer?.ok)
    return (
      <p className={styles.told} tabIndex={-1} ref={focus}>
        <b>{answer.title}</b> {answer.text}
      </p>
    )
  return (
    <form
      id="tell-me"
      className={styles.told}
      method="post"
      action={`${supabaseUrl}/functions/v1/tell-me/ask`}
      noValidate={alive}
      onSubmit={(event) => void submit(event)}
    >
      <input type="hidden" name="product" value={id} />
      <Field
        label="E-mail"
        name="email"
        type="email"
        autoComplete="email"
        placeholder="you@example.co.uk"
        required
        // The session is read after hydration; a changed `defaultValue` does not overwrite typed text.
        defaultValue={user?.email}
        hint="One e-mail, when you can buy it. Then we forget that you asked."
        error={answer?.isInvalid ? answer.text : null}
      />
      {answer?.isInvalid === false && (
        <div role="alert">
          <ErrorText>
            {answer.title}: {answer.text}
          </ErrorText>
        </div>
      )}
      <Button id="tell-me-send" type="submit" busy={busy}>
        {tellMeLabels[state]}
      </Button>
    </form>
  )
}

/** Offline, the import fails, too; submitting again repeats it. */
async function ask(product: string, email: string): Promise<StockNoticeAnswer> {
  try {
    const { requestStockNotice } = await import('./ask-to-be-told.ts')
    return await requestStockNotice(product, email)
  } catch (cause) {
    logFailure('Tell me: the form could not be loaded', cause)
    return {
      ok: false,
      isInvalid: false,
      title: 'Error',
      text: 'That didn’t load. Please try again.',
    }
  }
}

function focus(words: HTMLElement | null): void {
  words?.focus()
}
