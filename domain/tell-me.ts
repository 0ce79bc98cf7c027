/** The outcome of a request to be told by email when a product can be bought, or of a click on the link in that email. */
export type TellMeOutcome =
  | 'asked'
  | 'noted'
  | 'here'
  | 'no-product'
  | 'invalid-email'
  | 'too-many'
  | 'failed'
  | 'confirmed'
  | 'no-link'

/** The messages to a shopper: a title and a sentence. They do not depend on the address, so that they disclose nothing about it. */
export const tellMeTexts = {
  asked: {
    title: 'Nearly there.',
    text: 'We’ve sent you an e-mail. Tap the button in it, so we know it’s you. Then we’ll write once: when you can buy it.',
  },
  noted: { title: 'Got it.', text: 'We’ll write once: when you can buy it.' },
  here: { title: 'It’s here already!', text: 'While you were typing. You can buy it now.' },
  'no-product': {
    title: 'That one has gone',
    text: 'It’s not in the album any more, so there’s nothing to wait for.',
  },
  'invalid-email': {
    title: 'Invalid email',
    text: 'Please enter a valid email address.',
  },
  'too-many': { title: 'Too many attempts', text: 'Please wait before trying again.' },
  failed: { title: 'Error', text: 'That didn’t go through. Please try again.' },
  confirmed: { title: 'You’re on the list.', text: 'We’ll write once: when you can buy it.' },
  'no-link': {
    title: 'This link has gone off',
    text: 'It may be old, cut short or used already: we write once, then forget that you asked.',
  },
} as const satisfies Record<TellMeOutcome, { title: string; text: string }>

export function isTellMeOutcome(name: unknown): name is TellMeOutcome {
  return typeof name === 'string' && Object.hasOwn(tellMeTexts, name)
}

/** Limits requests per email address (`max`) and per IP address (`addressMax`), as for the newsletter; `windowMs` is the window. */
export const tellMeLimit = {
  key: 'tell_me',
  max: 3,
  addressMax: 30,
  windowMs: 300_000,
} as const
