import { useEffect } from 'react'
import { guestEmailTexts } from '../../../domain/guest-email.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toasts.ts'
import { sessionStore } from '../browser/storage.ts'
import { GuestEmailForm } from './guest-email-form.tsx'
import styles from './guest-email.module.css'

interface GuestEmailDialogProps {
  place: 'added' | 'cart'
  onClose: () => void
}

const words = {
  added: {
    title: 'That’s one for the album!',
    text: 'Leave an e-mail and we’ll keep it with your cart. Tick the box, and the reminder’s link opens your cart on any device.',
    mascot: 'chilli',
    slab: 'lime',
    unreached: guestEmailTexts.failed,
    shown: 'add_email_shown',
  },
  cart: {
    title: 'Save your cart?',
    text: 'Leave an e-mail and we’ll keep these stickers warm. Nothing else unless you ask for it.',
    mascot: 'peach',
    slab: 'pink',
    unreached: guestEmailTexts.failedOnCartPage,
    shown: 'cart_email_shown',
  },
} as const

/** Asks a guest for an address to keep the cart under, and notes that it has asked: each place does once a visit. */
export function GuestEmailDialog({ place, onClose }: GuestEmailDialogProps) {
  const { title, text, mascot, slab, unreached, shown } = words[place]
  useEffect(() => sessionStore.set(shown, 'true'), [shown])
  return (
    <Dialog open onClose={onClose} title={title} mascot={mascot} slab={slab}>
      <p className={styles.text}>{text}</p>
      <GuestEmailForm
        button="Save my cart"
        unreached={unreached}
        onClose={onClose}
        onSaved={({ words: said }) => {
          showToast(said)
          onClose()
        }}
      />
    </Dialog>
  )
}
