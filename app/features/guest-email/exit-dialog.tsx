import { useEffect, useRef, useState } from 'react'
import { codePercent, guestEmailTexts } from '../../../domain/guest-email.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { sessionStore } from '../browser/storage.ts'
import { GuestEmailForm } from './guest-email-form.tsx'
import styles from './guest-email.module.css'

interface Given {
  code: string | null
}

/**
 * Offers who is about to leave 10% for an address, once a visit; the code is shown here and sent by mail, or it is said
 * that the address has had it.
 */
export function ExitDialog({ onClose }: { onClose: () => void }) {
  const [given, setGiven] = useState<Given | null>(null)
  useEffect(() => sessionStore.set('exit_intent_shown', 'true'), [])
  return (
    <Dialog
      open
      onClose={onClose}
      title={given === null ? `${codePercent}% off, before you go?` : 'Email saved!'}
      mascot="kiss"
      slab={given === null ? 'cheddar' : 'lime'}
    >
      {/* There from the start: what a status says is only read out when it comes later. */}
      <output>{given !== null && <Outcome given={given} />}</output>
      {given === null ? <Offer onClose={onClose} onGiven={setGiven} /> : <GoOn onClose={onClose} />}
    </Dialog>
  )
}

function Offer({ onClose, onGiven }: { onClose: () => void; onGiven: (given: Given) => void }) {
  return (
    <>
      <p className={styles.text}>
        Leave an e-mail, and a code for {codePercent}% off your goods comes back. One for each
        address, once.
      </p>
      <GuestEmailForm
        button={`Get my ${codePercent}%`}
        unreached={guestEmailTexts.failed}
        wantsCode
        onClose={onClose}
        onSaved={onGiven}
      />
    </>
  )
}

function Outcome({ given: { code } }: { given: Given }) {
  if (code === null) return <span className={styles.text}>{guestEmailTexts.codeGiven.text}</span>
  return (
    <span className={styles.text}>
      Your {codePercent}% discount code is <b className={styles.code}>{code}</b>. It is in your cart
      already, and in a mail to you, unless you asked for no such mails. Sign in with that address
      to use it.
    </span>
  )
}

/** Takes the focus from the form that it follows. */
function GoOn({ onClose }: { onClose: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <Button size="sm" ref={button} onClick={onClose}>
      Carry on
    </Button>
  )
}
