import { useEffect, useRef, useState } from 'react'
import { guestCodePercent, guestEmailTexts } from '../../../domain/guest-email.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toasts.ts'
import { sessionStore } from '../browser/storage.ts'
import { GuestEmailForm } from './guest-email-form.tsx'
import { guestEmailPromptTexts } from './guest-email-prompts.ts'
import styles from './guest-email.module.css'
import type { SavedGuestEmail } from './save-guest-email.ts'

interface GuestEmailDialogProps {
  prompt: keyof typeof guestEmailPromptTexts
  onClose: () => void
}

/**
 * Asks a guest for an email address, once per prompt and visit. The exit prompt offers a discount code in return, which
 * is shown here and sent by email.
 */
export function GuestEmailDialog({ prompt, onClose }: GuestEmailDialogProps) {
  const { text, button, unreached, shown, ...dialogProps } = guestEmailPromptTexts[prompt]
  const [savedEmail, setGiven] = useState<SavedGuestEmail | null>(null)
  useEffect(() => sessionStore.set(shown, 'true'), [shown])
  const save = (saved: SavedGuestEmail) => {
    if (prompt === 'exit') return setGiven(saved)
    showToast(saved.words)
    onClose()
  }
  const savedProps = savedEmail !== null && ({ title: 'Email saved!', slab: 'lime' } as const)
  return (
    <Dialog open onClose={onClose} {...dialogProps} {...savedProps}>
      {/* Rendered before its text: screen readers announce only text that is inserted into an existing live region. */}
      <output>{savedEmail !== null && <Outcome {...savedEmail} />}</output>
      {savedEmail === null ? (
        <>
          <p className={styles.text}>{text}</p>
          <GuestEmailForm
            button={button}
            unreached={unreached}
            wantsCode={prompt === 'exit'}
            onClose={onClose}
            onSaved={save}
          />
        </>
      ) : (
        <CarryOnButton onClose={onClose} />
      )}
    </Dialog>
  )
}

function Outcome({ code, cartCode }: SavedGuestEmail) {
  if (code === null) return <span className={styles.text}>{guestEmailTexts.codeGiven.text}</span>
  const isInCart = cartCode === code
  return (
    <span className={styles.text}>
      Your {guestCodePercent}% discount code is <b className={styles.code}>{code}</b>. It’s{' '}
      {isInCart && 'in your cart already, and '}on its way by e-mail (unless you’ve told us not to
      write).{' '}
      {!isInCart &&
        `Your cart keeps ${cartCode}, as an order takes one code: to use this one instead, swap them there. `}
      Sign in with that address to use it.
    </span>
  )
}

/** Takes the focus, which is lost when the form that it replaces is removed. */
function CarryOnButton({ onClose }: { onClose: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <Button size="sm" ref={button} onClick={onClose}>
      Carry on
    </Button>
  )
}
