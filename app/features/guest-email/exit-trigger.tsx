import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { paths } from '../../paths.ts'
import { lazyPrompt } from '../prompts/lazy-prompt.tsx'
import { usePrompt } from '../prompts/prompt-queue.ts'
import { sessionStore } from '../browser/storage.ts'

const ExitDialog = lazyPrompt(async () => (await import('./exit-dialog.tsx')).ExitDialog)

/** An offer to who is leaving comes while they leave or, when the screen is not free so soon (ms), not this time. */
const moment = 1000

/** Where the popup may come: the shop, its products, and the cart. */
function isPlace(pathname: string): boolean {
  return [paths.shop, paths.cart].some((path) => path === pathname) || pathname.startsWith('/shop/')
}

type Step = 'stays' | 'leaves' | 'asked'

interface ExitTriggerProps {
  isAsked: boolean
  /** A movement of the mouse from before this code was there. */
  firstMove: MouseEvent | null
}

/** Opens once a visit, when the mouse of a guest without a saved address leaves the page at its top. */
export function ExitTrigger({ isAsked, firstMove }: ExitTriggerProps) {
  const { pathname } = useLocation()
  const isHere = isPlace(pathname)
  const watches = isAsked && isHere
  const unread = useRef(firstMove)
  const [step, setStep] = useState<Step>('stays')
  // Once it is open it stays when the address is saved: it then shows the code.
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
      // Who closes a dialog up there does not leave.
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
  return isOpen && <ExitDialog onClose={close} />
}
