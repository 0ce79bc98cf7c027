import type { TextRequirement } from './text-requirement.ts'

/** The error texts of section 8 of the specification, each row once, in the order of the section. */
export const section8Requirements: readonly TextRequirement[] = [
  {
    key: '8 auth errors: session, token, credentials, password, JWT',
    subject:
      'Session missing; invalid token response; invalid credentials; weak password (with a reasons list); invalid JWT',
    texts: [],
    clientTexts: ['Auth session missing!', 'Auth session or user missing'],
  },
  {
    key: '8 auth errors: retry and redirects',
    subject:
      'Retryable fetch error (statuses 502, 503, 504 or network); implicit-grant or PKCE redirect errors',
    texts: [],
  },
  {
    key: '8 auth errors: codes',
    subject: 'Codes handled',
    texts: [],
    clientTexts: [
      'weak_password',
      'session_not_found',
      'identity_already_exists',
      'identity_not_found',
      'single_identity_not_deletable',
    ],
  },
  {
    key: '8 auth errors: storage',
    subject: 'Storage errors carry message and status',
    texts: [],
  },
  {
    key: '8 auth form: invalid login credentials',
    subject: "'invalid login credentials' under the form's title",
    texts: ['Authentication Error', 'Invalid email or password. Please try again.'],
  },
  {
    key: '8 auth form: email not confirmed',
    subject: "'email not confirmed'",
    texts: ['Please check your email and click the confirmation link.'],
  },
  {
    key: '8 auth form: user already registered',
    subject: "'user already registered'",
    texts: ['An account with this email already exists. Please sign in instead.'],
    decided:
      'The shop’s own backend never says it: a sign-up with a known address looks like any other, and its owner gets a mail',
  },
  { key: '8 auth form: other', subject: 'Other messages as given', texts: [] },
  {
    key: '8 newsletter rate limit',
    subject: 'Newsletter rate limit',
    texts: ['Too many attempts', 'Please wait before trying again.'],
  },
  {
    key: '8 newsletter duplicate',
    subject: 'Newsletter duplicate (database code 23505)',
    texts: ['Already subscribed', 'This email is already subscribed to our newsletter.'],
  },
  {
    key: '8 newsletter other failure',
    subject: 'Newsletter other failure (a failure event is logged)',
    texts: ['Error', 'Failed to sign up for newsletter. Please try again.'],
  },
  {
    key: '8 newsletter success',
    subject: 'Newsletter success',
    texts: ['Success!', "You've been added to our newsletter."],
  },
  {
    key: '8 catering failure',
    subject: 'Catering failure',
    texts: [
      'Submission Failed',
      'There was a problem submitting your inquiry. Please try again later.',
    ],
  },
  {
    key: '8 catering success',
    subject: 'Catering success',
    texts: ['Inquiry Submitted', "We'll be in touch soon about your catering needs!"],
  },
  {
    key: '8 consultancy failure',
    subject: 'Consultancy failure, with the error message or another text; server errors',
    texts: ['Something went wrong', 'Please try again later.', 'Failed to submit inquiry'],
  },
  {
    key: '8 consultancy success',
    subject: 'Consultancy success',
    texts: ['Thank you for your inquiry!', "We'll be in touch with you soon."],
  },
  {
    key: '8 guest e-mail at add-to-cart',
    subject:
      "'Error' with the returned error or another text; success with text about keeping updated (or the 10% discount code when via the exit popup)",
    texts: ['Error', 'Failed to save email', 'Email saved!'],
  },
  {
    key: '8 cart-page guest e-mail',
    subject: 'Cart-page guest e-mail on exception',
    texts: ['Failed to save email. Please try again.'],
  },
  {
    key: '8 checkout: not signed in',
    subject: 'Checkout, not signed in',
    texts: ['Sign in required', 'Please sign in to complete your purchase.'],
  },
  {
    key: '8 checkout: empty cart',
    subject: 'Checkout, empty cart',
    texts: ['Empty cart', 'Your cart is empty. Add some items before checkout.'],
  },
  {
    key: '8 checkout: no delivery',
    subject: 'Checkout, no delivery (also an inline red note)',
    texts: [
      'Delivery method required',
      'Please choose a delivery option before proceeding to checkout.',
    ],
  },
  {
    key: '8 checkout: other',
    subject: 'Checkout, other: with the message or another text',
    texts: [
      'Checkout failed',
      'Unable to process checkout. Please try again.',
      'Failed to create checkout session',
      'No checkout URL returned from payment processor',
    ],
  },
  {
    key: '8 sign-out failure',
    subject: 'Sign-out failure',
    texts: ['Error signing out', 'There was an error signing out. Please try again.'],
  },
  {
    key: '8 sign-out success',
    subject: 'Sign-out success',
    texts: ['Signed out successfully'],
  },
  {
    key: '8 shop load failure',
    subject: 'Shop load failure, with advice to refresh and the error text',
    texts: ['Error Loading Products'],
  },
  {
    key: '8 form render failures',
    subject: 'Form render failures',
    texts: [
      'Form is loading...',
      'Unable to load form fields. Please refresh the page.',
      'Unable to load the inquiry form. Please refresh the page and try again.',
    ],
    decided: 'They belong to the form that is loaded when needed and to its error boundary',
  },
  {
    key: '8 product missing',
    subject: 'Product missing',
    texts: [
      'Product Not Found',
      "The product you're looking for doesn't exist or has been removed.",
    ],
  },
  {
    key: '8 unknown route',
    subject: 'Unknown route, as section 2 has it',
    texts: [
      'Page Not Found',
      "We couldn't find the page you're looking for. It might have been moved or doesn't exist.",
    ],
  },
  {
    key: '8 silent: cart and e-mail operations',
    subject: 'Cart and e-mail operations only log to the console on failure',
    texts: [],
    decided: 'The log has one line with the cause, and it is tried again where that is safe',
  },
  {
    key: '8 silent: guest-cart store',
    subject: 'The guest-cart store returns success false with a message',
    texts: [],
  },
  {
    key: '8 silent: security events',
    subject: 'Failures to log security events are swallowed',
    texts: [],
  },
  {
    key: '8 silent: severities',
    subject: 'Auth failures are logged as medium severity, suspicious form submissions as high',
    texts: [],
  },
]
