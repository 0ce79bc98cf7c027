import { useState } from 'react'
import { guestEmailTexts } from '../../../domain/guest-email.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { GuestEmailForm } from './guest-email-form.tsx'
import styles from './guest-email.module.css'

/** Offers who is about to leave 10% for an address; the code is shown here and sent by mail. */
export function ExitDialog({ onClose }: { onClose: () => void }) {
  const [code, setCode] = useState<string | null>(null)
  if (code !== null)
    return (
      <Dialog open onClose={onClose} title="Email saved!" mascot="kiss" slab="lime">
        <output className={styles.said}>
          Your 10% discount code is <b className={styles.code}>{code}</b>. It is in your cart
          already, and in a mail to you, unless you asked for no such mails. Sign in with that
          address to use it.
        </output>
        <Button size="sm" onClick={onClose}>
          Back to the shop
        </Button>
      </Dialog>
    )
  return (
    <Dialog open onClose={onClose} title="10% off, before you go?" mascot="kiss" slab="cheddar">
      <p className={styles.text}>
        Leave an e-mail, and a code for 10% off your goods comes back. One for each address, once.
      </p>
      <GuestEmailForm
        button="Get my 10%"
        unreached={guestEmailTexts.failed}
        wantsCode
        onClose={onClose}
        onSaved={({ code: given }) => (given === null ? onClose() : setCode(given))}
      />
    </Dialog>
  )
}
