import { type FormEvent, useEffect, useState } from 'react'
import { useMatches } from 'react-router'
import {
  newsletterFailed,
  newsletterOffer,
  newsletterPromise,
} from '../../../domain/newsletter-words.ts'
import { Button } from '../../ui/button.tsx'
import { joinClasses } from '../../ui/classes.ts'
import { ErrorText, Field } from '../../ui/field.tsx'
import { useHydrated } from '../../ui/hydrated.ts'
import { trapperPatternClass } from '../../ui/pattern.ts'
import { showToast } from '../../ui/toasts.ts'
import { useSupabaseUrl } from '../backend-client/public-settings.ts'
import { logFailure } from '../browser/browser-log.ts'
import styles from './newsletter.module.css'
import type { SignUpOutcome } from './sign-up.ts'

interface NewsletterFormProps {
  /** The prefix of the fields' ids, unique on the page. */
  id: string
  /** True shows errors inside the form, because screen readers do not announce content behind a dialog. */
  inDialog?: boolean
  onDone?: () => void
}

export function NewsletterForm({ id, inDialog = false, onDone }: NewsletterFormProps) {
  const hydrated = useHydrated()
  const supabaseUrl = useSupabaseUrl()
  const [state, setState] = useState<SignUpOutcome | 'busy' | null>(null)
  const busy = state === 'busy'
  const refusal = state === null || busy || state.ok ? null : state
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    const typed = new FormData(form)
    setState('busy')
    const outcome = await loadAndSignUp(typed)
    setState(outcome)
    if (outcome.ok || !inDialog)
      showToast({ ...outcome.words, kind: outcome.ok ? 'done' : 'failed' })
    if (!outcome.ok) return
    form.reset()
    onDone?.()
  }
  // The invalid field, or the pressed button, can take the focus only once it is no longer disabled.
  useEffect(() => {
    if (state === null) return
    document
      .getElementById(`${id}-${refusal?.field ?? 'send'}`)
      ?.focus({ preventScroll: refusal === null })
  }, [id, state, refusal])
  const words = refusal?.words
  const errorText = words && (inDialog ? `${words.title}: ${words.text}` : words.text)
  return (
    <form
      className={styles.form}
      method="post"
      action={`${supabaseUrl}/functions/v1/newsletter/sign-up`}
      noValidate={hydrated}
      onSubmit={(event) => void submit(event)}
    >
      <fieldset className={styles.fields} disabled={busy}>
        <Field
          id={`${id}-name`}
          label="Name"
          name="name"
          autoComplete="name"
          placeholder="Marsha"
          required
          error={refusal?.field === 'name' ? errorText : null}
        />
        <Field
          id={`${id}-email`}
          label="E-mail"
          name="email"
          type="email"
          autoComplete="email"
          placeholder="you@example.co.uk"
          required
          error={refusal?.field === 'email' ? errorText : null}
        />
      </fieldset>
      {inDialog && refusal?.field === null && (
        <div className={styles.notice} role="alert">
          <ErrorText>{errorText}</ErrorText>
        </div>
      )}
      <Button id={`${id}-send`} type="submit" busy={busy}>
        {busy ? 'Signing Up...' : 'Sign Up'}
      </Button>
      <small>{newsletterPromise}</small>
    </form>
  )
}

/** Offline, the import fails, too; submitting again repeats it. */
async function loadAndSignUp(typed: FormData): Promise<SignUpOutcome> {
  try {
    const { signUpForNewsletter } = await import('./sign-up.ts')
    return await signUpForNewsletter(typed, Date.now())
  } catch (cause) {
    logFailure('Newsletter: the form could not be loaded', cause)
    return { ok: false, field: null, words: newsletterFailed }
  }
}

/** The ids of the routes that show the newsletter: pages for browsing, not the cart, sign-in or legal texts. */
const routesWithNewsletter =
  'home shop product product-by-id subscriptions upcoming-dates wholesale about queer'

export function NewsletterBlock() {
  const routeId = useMatches().at(-1)?.id ?? ''
  if (!routesWithNewsletter.split(' ').includes(routeId)) return null
  return (
    <section
      className={joinClasses(trapperPatternClass, styles.block)}
      aria-labelledby="newsletter"
    >
      <div className="wrap columns">
        <div>
          <h2 className="h2" id="newsletter">
            Join Our Newsletter!
          </h2>
          <p className="lead">{newsletterOffer}</p>
        </div>
        <div className={styles.card}>
          <NewsletterForm id="newsletter-block" />
        </div>
      </div>
    </section>
  )
}
