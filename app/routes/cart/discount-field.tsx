import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { Discount } from '../../../domain/discount.ts'
import { formatPence } from '../../../domain/money.ts'
import { useSession } from '../../features/account/session.ts'
import {
  discountCodeField,
  removeAppliedCode,
  onCodeStored,
  readDiscount,
  readTypedCode,
  setCodeError,
  applyCode,
  storeTypedCode,
  useCodeError,
  useDiscount,
} from '../../features/cart/discount.ts'
import { announce } from '../../ui/announcer.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/field.tsx'
import styles from './discount-field.module.css'

/** `isLocked`: no code can be typed or applied, because the price of the payment is fixed. */
export function DiscountField({ isLocked }: { isLocked: boolean }) {
  const discount = useDiscount()
  const isSignedIn = useSession().user !== null
  const box = useRef<HTMLDivElement>(null)
  const expectChange = useFocusAfterChange(box, discount !== null)
  useKeptCode(isSignedIn)
  const apply = async (): Promise<boolean> => {
    expectChange(true)
    const isGood = await applyCode(isSignedIn)
    if (!isGood) expectChange(false)
    return isGood
  }
  const remove = () => {
    expectChange(true)
    removeAppliedCode()
    announce('The code is removed.')
  }
  return (
    <div ref={box}>
      {/* Rendered before its text: screen readers announce only text that is inserted into an existing live region. */}
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
      {discount === null && <CodeForm apply={apply} isLocked={isLocked} />}
    </div>
  )
}

function offText({ percent, pence = 0, appliesToDelivery }: Discount): string {
  const much = percent === undefined ? formatPence(pence) : `${percent}%`
  return `${much} off ${appliesToDelivery ? 'everything, delivery too' : 'everything but delivery'}`
}

interface CodeFormProps {
  apply: () => Promise<boolean>
  isLocked: boolean
}

function CodeForm({ apply, isLocked }: CodeFormProps) {
  const id = useId()
  const error = useCodeError()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy || isLocked) return
    const isEmpty = readTypedCode() === ''
    if (isEmpty) setCodeError('Type a code first.')
    setBusy(true)
    const isGood = !isEmpty && (await apply())
    setBusy(false)
    if (!isGood) discountCodeField.current?.focus()
  }
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <label htmlFor={id}>Discount code</label>
      <div className={styles.row}>
        <input
          ref={setCodeField}
          id={id}
          name="code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={200}
          readOnly={isLocked}
          defaultValue={readTypedCode()}
          onChange={() => {
            storeTypedCode()
            setCodeError(null)
          }}
          aria-invalid={error === null ? undefined : true}
          aria-describedby={error === null ? undefined : `${id}-error`}
        />
        <Button type="submit" size="sm" variant="secondary" busy={busy || isLocked}>
          Apply
        </Button>
      </div>
      <div role="alert">{error !== null && <ErrorText id={`${id}-error`}>{error}</ErrorText>}</div>
    </form>
  )
}

/**
 * Stores the typed code when the field is unmounted, unless the code was applied: extensions may have filled it without
 * an event. An empty field stores nothing, because another tab may have stored a code.
 */
function setCodeField(field: HTMLInputElement | null): void {
  if (field === null && readDiscount() === null && readTypedCode() !== '') storeTypedCode()
  discountCodeField.current = field
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

/** Checks the stored code again on load, when another one is stored, and after signing in. */
function useKeptCode(isSignedIn: boolean): void {
  useEffect(() => {
    // A guest may still be typing; a customer who has signed in meanwhile has finished.
    const ask = () => {
      if (isSignedIn || readTypedCode() === '') void applyCode(isSignedIn, true)
    }
    ask()
    const end = onCodeStored(ask)
    return () => void end()
  }, [isSignedIn])
}
