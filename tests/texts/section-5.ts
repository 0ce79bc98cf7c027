import type { TextRequirement } from './text-requirement.ts'

/** The validation rules of section 5 of the specification, each once, in the order of the section. */
export const section5Requirements: readonly TextRequirement[] = [
  {
    key: '5 password strength',
    subject:
      'Minimum 8 characters, at least one lowercase letter, one uppercase letter and one digit; on sign-up all faults in one message',
    texts: [
      'Password is required',
      'Password must be at least 8 characters long',
      'Password must contain at least one lowercase letter',
      'Password must contain at least one uppercase letter',
      'Password must contain at least one number',
      'Password requirements: {list}',
    ],
    decided: 'At most 72 bytes and no NUL, each with a message of its own',
  },
  {
    key: '5 e-mail',
    subject:
      '5 to 255 characters, one @ with a dot in the domain, no whitespace, and none of <>"\';\\',
    texts: ['Please enter a valid email address'],
    decided: 'An address that is too long is refused, never cut',
  },
  {
    key: '5 sign-in and sign-up form',
    subject:
      'E-mail and password required, e-mail input type enforced, full name required only in sign-up mode; the auth client requires an e-mail or phone plus a password',
    texts: ['Please enter your name'],
    clientTexts: ['You must provide either an email or phone number and a password'],
  },
  {
    key: '5 sanitising and length',
    subject:
      'Sanitising trims and cuts to 255 characters by default; the length check is 1 to 255 after trimming by default',
    texts: [],
  },
  { key: '5 uuid', subject: 'The UUID check accepts versions 1 to 5', texts: [] },
  {
    key: '5 html sanitising',
    subject: 'HTML sanitising strips angle brackets and dangerous schemes',
    texts: [],
  },
  {
    key: '5 suspicious input',
    subject:
      'Script tags, javascript:, on-handler attributes, SQL-like phrases, iframe, object, embed, eval and exec cause a message and a logged event',
    texts: ['Suspicious content detected in {field}'],
    decided: 'The patterns are narrow: a corpus of honest messages passes',
  },
  {
    key: '5 large cart',
    subject: 'A cart over 50 items is flagged as suspicious',
    texts: [],
    decided: 'Items are lines here; quantities are 1 to 99 a line',
  },
  { key: '5 newsletter: inputs', subject: 'Both inputs are required', texts: [] },
  {
    key: '5 newsletter: e-mail',
    subject: 'Trimmed and sanitised to max 255 and must be valid',
    texts: ['Invalid email', 'Please enter a valid email address.'],
    decided: 'An address that is too long is refused, never cut',
  },
  {
    key: '5 newsletter: name',
    subject: 'Sanitised to max 100 and at least 2 characters',
    texts: ['Invalid name', 'Please enter your name (at least 2 characters).'],
  },
  { key: '5 newsletter: rate limit', subject: '3 attempts per 5 minutes', texts: [] },
  {
    key: '5 catering: name',
    subject: 'Name at least 2',
    texts: ['Name must be at least 2 characters.'],
  },
  {
    key: '5 catering: e-mail',
    subject: 'E-mail valid',
    texts: ['Please enter a valid email address.'],
  },
  { key: '5 catering: phone and date', subject: 'Phone and date optional', texts: [] },
  {
    key: '5 catering: event type',
    subject: 'eventType at least 2',
    texts: ['Please describe your event type.'],
  },
  {
    key: '5 catering: guest count',
    subject: 'guestCount at least 1',
    texts: ['Please provide an estimated guest count.'],
    decided: 'It is text of at least one character',
  },
  {
    key: '5 catering: message',
    subject: 'Message at least 10',
    texts: ['Please provide more details about your requirements.'],
  },
  {
    key: '5 consultancy: name, e-mail, business name',
    subject: 'Name at least 2, e-mail valid, businessName optional',
    texts: [],
  },
  {
    key: '5 consultancy: details',
    subject: 'Details at least 10',
    texts: ['Please provide some details about your inquiry.'],
  },
  {
    key: '5 consultancy: e-mail again',
    subject: 'On submit the e-mail is re-validated',
    texts: ['Invalid email address provided'],
  },
  {
    key: '5 consultancy: lengths',
    subject:
      'Name and business name are trimmed to 100 characters, e-mail to 255, details to 2000, and all are cleaned of markup',
    texts: [],
    decided: 'An e-mail address that is too long is refused, never cut',
  },
  {
    key: '5 consultancy: rate limit',
    subject: '3 submissions per 5 minutes',
    texts: ['Too many requests. Please wait before submitting again.'],
  },
  {
    key: '5 cart-page guest e-mail',
    subject: 'Required, max length 255, sanitised, validated; 5 per 5 minutes',
    texts: [
      'Invalid email',
      'Please enter a valid email address.',
      'Too many attempts',
      'Please wait before trying again.',
    ],
    decided: 'An address that is too long is refused, never cut',
  },
  {
    key: '5 checkout: each item',
    subject:
      "Each cart item needs a product with an id, a price id, and the price id must start with 'price_'",
    texts: [],
  },
  {
    key: '5 checkout: failing items',
    subject: 'Failing items are listed',
    texts: [
      'Invalid product data',
      '{name} - missing price information',
      '{name} - invalid price format',
      'Invalid items in cart: {list}',
    ],
  },
  {
    key: '5 checkout: one valid item',
    subject: 'At least one valid item is needed',
    texts: ['No valid items in cart'],
  },
  {
    key: '5 checkout: delivery method',
    subject:
      'The delivery method must have a payment-provider id; the message says that it is missing, and names the provider',
    texts: ['Selected delivery method is missing Stripe configuration'],
  },
  {
    key: '5 cart quantity buttons',
    subject: 'They send the quantity minus or plus one; a quantity of 0 or less removes the item',
    texts: [],
  },
  {
    key: '5 prices',
    subject: 'Numbers are in pence; strings are parsed by stripping £, $ and commas',
    texts: [],
    decided: 'Text with a pound sign, a dollar sign or a point is pounds, digits alone are pence',
  },
  {
    key: '5 security-event pattern',
    subject:
      'Five or more auth-failure, rate-limit or suspicious events within 10 minutes count as a suspicious activity pattern',
    texts: [],
    decided:
      'Only what the server saw itself counts, so that nobody can have somebody else limited',
  },
]
