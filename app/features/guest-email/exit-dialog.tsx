import { useState } from 'react'
import { guestEmailTexts } from '../../../domain/guest-email.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { GuestEmailForm } from './guest-email-form.tsx'
import styles from './guest-email.module.css'

/**
 * Offers who is about to leave 10% for an address; the code is shown here and sent by mail, or it is said that the
 * address has had it.
 */
export function ExitDialog({ onClose }: { onClose: () => void }) {
  const [given, setGiven] = useState<{ code: string | null } | null>(null)
  if (given !== null)
    return (
      <Dialog open onClose={onClose} title="Email saved!" mascot="kiss" slab="lime">
        <output className={styles.said}>
          {given.code === null ? guestEmailTexts.codeGiven.text : <GivenCode code={given.code} />}
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
        onSaved={({ code }) => setGiven({ code })}
      />
    </Dialog>
  )
}

function GivenCode({ code }: { code: string }) {
  return (
    <>
      Your 10% discount code is <b className={styles.code}>{code}</b>. It is in your cart already,
      and in a mail to you, unless you asked for no such mails. Sign in with that address to use it.
    </>
  )
}
