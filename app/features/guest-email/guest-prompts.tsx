import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { paths } from '../../core/paths.ts'
import { onSignedOut, useSession } from '../account/session.ts'
import { useCart } from '../cart/cart-store.ts'
import { usePrompt } from '../prompts/prompt-queue.ts'
import { announceNotes, useNote } from '../browser/notes.ts'
import { sessionStore } from '../browser/storage.ts'
import { AddedPrompts } from './added-prompts.tsx'
import { GuestEmailDialog, isPromptUnseen } from './lazy-guest-email-dialog.ts'

/**
 * The time for which more than one item must be in the cart, on the cart page, before the prompt opens, in ms
 * (specification, section 9).
 */
const cartDelay = 2000

onSignedOut(announceNotes)

export function GuestPrompts({ firstMove }: { firstMove: MouseEvent | null }) {
  const { user } = useSession()
  const isKnown = useAddressIsKnown()
  const isAsked = user === null && !isKnown
  const cart = usePrompt('cart-email', useFullCart(isAsked))
  return (
    <>
      <ExitTrigger isAsked={isAsked} firstMove={firstMove} />
      <AddedPrompts isAsked={isAsked} />
      {cart.isOpen && <GuestEmailDialog place="cart" onClose={cart.close} />}
    </>
  )
}

/**
 * Returns true when the shop already has an email address for this cart: the guest left one, or restored the cart from an
 * email.
 */
function useAddressIsKnown(): boolean {
  const left = useNote('guest_email')
  const mailed = useNote('mailed_cart')
  return left !== null || mailed !== null
}

function useFullCart(isAsked: boolean): boolean {
  const { pathname } = useLocation()
  const { count } = useCart()
  const isFull = isAsked && pathname === paths.cart && count > 1
  const [due, setDue] = useState(false)
  useEffect(() => {
    if (!isFull) return
    const timer = setTimeout(() => setDue(isPromptUnseen('cart_email_shown')), cartDelay)
    return () => {
      clearTimeout(timer)
      setDue(false)
    }
  }, [isFull])
  return isFull && due
}

/** The exit prompt is dropped when another prompt or dialog prevents it from opening for longer than this. */
const moment = 1000

function isPlace(pathname: string): boolean {
  return [paths.shop, paths.cart].some((path) => path === pathname) || pathname.startsWith('/shop/')
}

type Step = 'stays' | 'leaves' | 'asked'

interface ExitTriggerProps {
  isAsked: boolean
  /** The first `mouseout` event of the page, from before this code was loaded. */
  firstMove: MouseEvent | null
}

function ExitTrigger({ isAsked, firstMove }: ExitTriggerProps) {
  const { pathname } = useLocation()
  const isHere = isPlace(pathname)
  const watches = isAsked && isHere
  const unread = useRef(firstMove)
  const [step, setStep] = useState<Step>('stays')
  // An open prompt stays open after the address is saved, because it then shows the discount code.
  const isWanted = step === 'leaves' ? watches : step === 'asked' && isHere
  const { isOpen, close } = usePrompt('exit', isWanted)
  if (isOpen && step !== 'asked') setStep('asked')
  if (!isOpen && step === 'asked') setStep('stays')
  useEffect(() => {
    const first = unread.current
    unread.current = null
    if (!watches) return
    const leave = (event: MouseEvent) => {
      if (event.relatedTarget !== null || event.clientY > 0) return
      // A visitor who closes a dialog at the top of the window is not leaving.
      if (document.querySelector('dialog[open]') !== null) return
      if (sessionStore.get('exit_intent_shown') === null) setStep('leaves')
    }
    if (first !== null) leave(first)
    document.addEventListener('mouseout', leave)
    return () => {
      document.removeEventListener('mouseout', leave)
      setStep((last) => (last === 'leaves' ? 'stays' : last))
    }
  }, [watches])
  useEffect(() => {
    if (step !== 'leaves') return
    const timer = setTimeout(setStep, moment, 'stays')
    return () => clearTimeout(timer)
  }, [step])
  return isOpen && <GuestEmailDialog place="exit" onClose={close} />
}
