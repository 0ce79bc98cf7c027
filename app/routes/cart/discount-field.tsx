import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { Discount } from '../../../domain/discount.ts'
import { formatPence } from '../../../domain/money.ts'
import { useSession } from '../../features/account/session.ts'
import { applyCode, dropCode, onCodeKept, useDiscount } from '../../features/cart/discount.ts'
import { localStore } from '../../features/browser/storage.ts'
import { announce } from '../../ui/announcer.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/field.tsx'
import styles from './discount-field.module.css'

const unreached = 'The code could not be checked. Please try again.'

export function DiscountField() {
  const discount = useDiscount()
  const isSignedIn = useSession().user !== null
  const [error, setError] = useState<string | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const expectChange = useFocusAfterChange(box, discount !== null)
  useKeptCode(isSignedIn, setError)
  const apply = async (typed: string): Promise<boolean> => {
    expectChange(true)
    const answer = await applyCode(typed, isSignedIn)
    if (!answer.ok) expectChange(false)
    setError(answer.ok ? null : (answer.error ?? unreached))
    return answer.ok
  }
  const remove = () => {
    expectChange(true)
    dropCode()
    announce('The code is removed.')
  }
  return (
    <div ref={box}>
      {/* There before its words: what a status says is only read out when it comes later. */}
      <output>
        {discount !== null && (
          <span className={styles.used}>
            <span>
              {discount.code}: {offText(discount)}
            </span>
            <button className="plain-link" type="button" onClick={remove}>
              Remove code
            </button>
          </span>
        )}
      </output>
      {discount === null && <CodeForm error={error} onError={setError} apply={apply} />}
    </div>
  )
}

function offText({ percent, pence = 0, whole }: Discount): string {
  const much = percent === undefined ? formatPence(pence) : `${percent}%`
  return `${much} off ${whole ? 'everything, delivery too' : 'everything but delivery'}`
}

interface CodeFormProps {
  error: string | null
  onError: (error: string) => void
  apply: (typed: string) => Promise<boolean>
}

function CodeForm({ error, onError, apply }: CodeFormProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const typed = String(new FormData(event.currentTarget).get('code')).trim()
    setBusy(true)
    const isGood = typed !== '' && (await apply(typed))
    setBusy(false)
    if (typed === '') onError('Type a code first.')
    if (!isGood) input.current?.focus()
  }
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <label htmlFor={id}>Discount code</label>
      <div className={styles.row}>
        <input
          ref={input}
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

function useFocusAfterChange(box: RefObject<HTMLElement | null>, isUsed: boolean) {
  const isExpected = useRef(false)
  useEffect(() => {
    if (isExpected.current && document.activeElement === document.body)
      box.current?.querySelector<HTMLElement>(isUsed ? 'button' : 'input')?.focus()
    isExpected.current = false
  }, [box, isUsed])
  return (expected: boolean) => {
    isExpected.current = expected
  }
}

/** A code that this browser is given or has used before is asked for again, also when somebody signs in. */
function useKeptCode(isSignedIn: boolean, onError: (error: string | null) => void): void {
  useEffect(() => {
    const ask = () => {
      const kept = localStore.get('discount_code')
      if (kept === null) return
      void applyCode(kept, isSignedIn).then((answer) => {
        if (answer.ok) return onError(null)
        if (answer.error === null) return
        if (!answer.later) dropCode()
        onError(`${kept}: ${answer.error}`)
      })
    }
    ask()
    const end = onCodeKept(ask)
    return () => void end()
  }, [isSignedIn, onError])
}
