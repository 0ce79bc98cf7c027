import { type FormEvent, useState } from 'react'
import { cartReminderOffer } from '../../../domain/guest-email.ts'
import type { VisitorMessage } from '../../../domain/newsletter.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText, Field, focusField } from '../../ui/field.tsx'
import styles from './guest-email.module.css'
import { type SavedGuestEmail, type SaveEmailOutcome, saveGuestEmail } from './save-guest-email.ts'

interface GuestEmailFormProps {
  button: string
  unreached: VisitorMessage
  wantsCode?: boolean
  onClose: () => void
  onSaved: (outcome: SavedGuestEmail) => void
}

const name = 'guest-email'

/**
 * Marketing consent is an unticked checkbox, and declining is as prominent as accepting. The email field has no
 * `maxLength`: the browser would cut a longer address, which must be rejected instead.
 */
export function GuestEmailForm(props: GuestEmailFormProps) {
  const { button, unreached, wantsCode = false, onClose, onSaved } = props
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Extract<SaveEmailOutcome, { ok: false }> | null>(null)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const typed = new FormData(event.currentTarget)
    const fields = { email: String(typed.get(name)), agreed: typed.has('agreed'), wantsCode }
    setBusy(true)
    setRefusal(null)
    const outcome = await saveGuestEmail(fields, unreached, Date.now())
    setBusy(false)
    setRefusal(outcome.ok ? null : outcome)
    if (outcome.ok) onSaved(outcome)
    else focusField(name)
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Field
        label="E-mail address"
        name={name}
        type="email"
        autoComplete="email"
        placeholder="you@example.co.uk"
        required
        readOnly={busy}
        error={refusal?.isInvalid === true ? formatMessage(refusal.words) : null}
      />
      <label className="check">
        <input type="checkbox" name="agreed" />
        <span>{cartReminderOffer}</span>
      </label>
      {refusal?.isInvalid === false && (
        <div className={styles.notice} role="alert">
          <ErrorText>{formatMessage(refusal.words)}</ErrorText>
        </div>
      )}
      <div className="row">
        <Button type="submit" size="sm" busy={busy}>
          {button}
        </Button>
        <Button variant="quiet" size="sm" onClick={onClose}>
          No thanks
        </Button>
      </div>
    </form>
  )
}

function formatMessage({ title, text }: VisitorMessage): string {
  return `${title}: ${text}`
}
