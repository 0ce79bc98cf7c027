import { cleanLine } from './clean-text.ts'
import { newsletterFailed } from './newsletter-words.ts'
import { cleanEmailAddress } from './pasted.ts'
import { findSuspicion } from './suspicion.ts'
import { isLengthWithin, isDeliverableEmail, fieldLimits } from './validation.ts'

/** A message to a visitor: a title and a sentence (specification, sections 5 and 8). */
export interface VisitorMessage {
  title: string
  text: string
}

export const newsletterTexts = {
  invalidEmail: { title: 'Invalid email', text: 'Please enter a valid email address.' },
  invalidName: {
    title: 'Invalid name',
    text: 'Please enter your name (at least 2 characters).',
  },
  tooMany: { title: 'Too many attempts', text: 'Please wait before trying again.' },
  duplicate: {
    title: 'Already subscribed',
    text: 'This email is already subscribed to our newsletter.',
  },
  failed: newsletterFailed,
  done: { title: 'Success!', text: "You've been added to our newsletter." },
} as const satisfies Record<string, VisitorMessage>

/**
 * Limits sign-ups from one browser, and at the server for one email address from one IP address, per window in ms (specification,
 * section 9).
 */
export const newsletterLimit = { key: 'newsletter_signup', max: 3, windowMs: 300_000 } as const

export interface NewsletterFields {
  email: string
  name: string
}

export type NewsletterCheck =
  | { ok: true; fields: NewsletterFields }
  | { ok: false; field: keyof NewsletterFields; message: VisitorMessage; isSuspicious: boolean }

/**
 * Returns the cleaned fields, or the message of the first invalid field. Refuses an email address that is too long, and never cuts
 * it.
 */
export function checkNewsletter(typed: NewsletterFields): NewsletterCheck {
  const email = cleanEmailAddress(typed.email)
  if (!isDeliverableEmail(email)) return refuse('email', newsletterTexts.invalidEmail)
  const suspicion = findSuspicion('name', typed.name)
  if (suspicion !== null)
    return refuse('name', { title: newsletterTexts.invalidName.title, text: suspicion }, true)
  const name = cleanLine(typed.name, fieldLimits.name)
  if (!isLengthWithin(name, 2, fieldLimits.name)) return refuse('name', newsletterTexts.invalidName)
  return { ok: true, fields: { email, name } }
}

function refuse(
  field: keyof NewsletterFields,
  message: VisitorMessage,
  isSuspicious = false,
): NewsletterCheck {
  return { ok: false, field, message, isSuspicious }
}
