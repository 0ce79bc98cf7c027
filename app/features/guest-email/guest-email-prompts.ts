import { guestCodePercent, guestEmailTexts } from '../../../domain/guest-email.ts'

/** The texts of each prompt for a guest's email address. `shown` is the session storage key that limits it to once per visit. */
export const guestEmailPromptTexts = {
  added: {
    title: 'That’s one for the album!',
    text: 'Pop your e-mail in and we’ll save your cart. Tick if you’d like a nudge.',
    mascot: 'chilli',
    slab: 'lime',
    button: 'Save my cart',
    unreached: guestEmailTexts.failed,
    shown: 'add_email_shown',
  },
  cart: {
    title: 'Save your cart?',
    text: 'Leave an e-mail and we’ll keep these stickers warm. Nothing else unless you ask for it.',
    mascot: 'peach',
    slab: 'pink',
    button: 'Save my cart',
    unreached: guestEmailTexts.failedOnCartPage,
    shown: 'cart_email_shown',
  },
  exit: {
    title: `${guestCodePercent}% off, before you go?`,
    text: `We’ll e-mail you ${guestCodePercent}% off. One per person.`,
    mascot: 'kiss',
    slab: 'cheddar',
    button: `Get my ${guestCodePercent}%`,
    unreached: guestEmailTexts.failed,
    shown: 'exit_intent_shown',
  },
} as const
