import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { paths } from '../../core/paths.ts'
import { onSignedOut, useSession } from '../account/session.ts'
import { useCart } from '../cart/cart-store.ts'
import { usePrompt } from '../prompts/prompt-queue.ts'
import { emitStoredTextChange, useStoredText } from '../browser/stored-text.ts'
import { sessionStore } from '../browser/storage.ts'
import { AddedToCartPrompts } from './added-to-cart-prompts.tsx'
import { GuestEmailDialog, isPromptUnseen } from './lazy-guest-email-dialog.ts'

/**
 * The time for which more than one item must be in the cart, on the cart page, before the prompt opens, in ms
 * (specification, section 9).
 */
const cartDelayMs = 2000

onSignedOut(emitStoredTextChange)

export function GuestPrompts({ firstMouseOut }: { firstMouseOut: MouseEvent | null }) {
  const { user } = useSession()
  const hasEmail = useHasEmail()
  const canAskForEmail = user === null && !hasEmail
  const cart = usePrompt('cart-email', useIsCartPromptDue(canAskForEmail))
  return (
    <>
      <ExitPrompt canAskForEmail={canAskForEmail} firstMouseOut={firstMouseOut} />
      <AddedToCartPrompts canAskForEmail={canAskForEmail} />
      {cart.isOpen && <GuestEmailDialog prompt="cart" onClose={cart.close} />}
    </>
  )
}

/**
 * Returns true when the shop already has an email address for this cart: the guest left one, or restored the cart from an
 * email.
 */
function useHasEmail(): boolean {
  const left = useStoredText('guest_email')
  const restoredFromEmail = useStoredText('mailed_cart')
  return left !== null || restoredFromEmail !== null
}

function useIsCartPromptDue(canAskForEmail: boolean): boolean {
  const { pathname } = useLocation()
  const { count } = useCart()
  const isFull = canAskForEmail && pathname === paths.cart && count > 1
  const [due, setDue] = useState(false)
  useEffect(() => {
    if (!isFull) return
    const timer = setTimeout(() => setDue(isPromptUnseen('cart_email_shown')), cartDelayMs)
    return () => {
      clearTimeout(timer)
      setDue(false)
    }
  }, [isFull])
  return isFull && due
}

/** The exit prompt is dropped when another prompt or dialog prevents it from opening for longer than this. */
const exitTimeoutMs = 1000

function hasExitPrompt(pathname: string): boolean {
  return [paths.shop, paths.cart].some((path) => path === pathname) || pathname.startsWith('/shop/')
}

type Step = 'idle' | 'leaving' | 'open'

interface ExitPromptProps {
  canAskForEmail: boolean
  /** The first `mouseout` event of the page, from before this code was loaded. */
  firstMouseOut: MouseEvent | null
}

function ExitPrompt({ canAskForEmail, firstMouseOut }: ExitPromptProps) {
  const { pathname } = useLocation()
  const isEligiblePage = hasExitPrompt(pathname)
  const isArmed = canAskForEmail && isEligiblePage
  const unhandledMouseOut = useRef(firstMouseOut)
  const [step, setStep] = useState<Step>('idle')
  // An open prompt stays open after the address is saved, because it then shows the discount code.
  const isWanted = step === 'leaving' ? isArmed : step === 'open' && isEligiblePage
  const { isOpen, close } = usePrompt('exit', isWanted)
  if (isOpen && step !== 'open') setStep('open')
  if (!isOpen && step === 'open') setStep('idle')
  useEffect(() => {
    const first = unhandledMouseOut.current
    unhandledMouseOut.current = null
    if (!isArmed) return
    const onMouseOut = (event: MouseEvent) => {
      if (event.relatedTarget !== null || event.clientY > 0) return
      // A visitor who closes a dialog at the top of the window is not leaving.
      if (document.querySelector('dialog[open]') !== null) return
      if (sessionStore.get('exit_intent_shown') === null) setStep('leaving')
    }
    if (first !== null) onMouseOut(first)
    document.addEventListener('mouseout', onMouseOut)
    return () => {
      document.removeEventListener('mouseout', onMouseOut)
      setStep((last) => (last === 'leaving' ? 'idle' : last))
    }
  }, [isArmed])
  useEffect(() => {
    if (step !== 'leaving') return
    const timer = setTimeout(setStep, exitTimeoutMs, 'idle')
    return () => clearTimeout(timer)
  }, [step])
  return isOpen && <GuestEmailDialog prompt="exit" onClose={close} />
}
