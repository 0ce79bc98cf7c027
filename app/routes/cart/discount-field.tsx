import { type FormEvent, useEffect, useId, useState } from 'react'
import { useSession } from '../../features/account/session.ts'
import { applyCode, dropCode, keptCode, useDiscount } from '../../features/cart/discount.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/field.tsx'
import styles from './discount-field.module.css'

const unreached = 'The code could not be checked. Please try again.'

/** Where a discount code is typed, or the one that is in use. */
export function DiscountField() {
  const discount = useDiscount()
  const isSignedIn = useSession().user !== null
  const id = useId()
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  useKeptCode(isSignedIn, setError)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('code')).trim()
    if (busy || typed === '') return
    setBusy(true)
    const answer = await applyCode(typed, isSignedIn)
    setBusy(false)
    setError(answer.ok ? null : (answer.error ?? unreached))
  }
  if (discount !== null)
    return (
      <output className={styles.used}>
        <span>
          {discount.code}: {discount.percent}% off your goods
        </span>
        <button type="button" onClick={dropCode}>
          Remove code
        </button>
      </output>
    )
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <label htmlFor={id}>Discount code</label>
      <div className={styles.row}>
        <input
          id={id}
          name="code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={60}
          aria-invalid={error === null ? undefined : true}
          aria-describedby={error === null ? undefined : `${id}-error`}
        />
        <Button type="submit" size="sm" variant="secondary" busy={busy}>
          Apply
        </Button>
      </div>
      <div role="alert">{error !== null && <ErrorText id={`${id}-error`}>{error}</ErrorText>}</div>
    </form>
  )
}

/** A code that this browser was given or has used before is asked for again, also when somebody signs in. */
function useKeptCode(isSignedIn: boolean, onError: (error: string) => void): void {
  useEffect(() => {
    const kept = keptCode()
    if (kept === null) return
    void applyCode(kept, isSignedIn).then((answer) => {
      if (answer.ok || answer.error === null) return
      if (!answer.later) dropCode()
      onError(`${kept}: ${answer.error}`)
    })
  }, [isSignedIn, onError])
}
