import type { TextRow } from './row.ts'

const client = 'tests/texts/client-errors.test.ts'
const checkout = 'domain/checkout.test.ts'
const checkoutPage = 'tests/journeys/checkout-page.test.ts'
const enquiryPages = 'tests/journeys/enquiries.test.ts'
const texts = 'tests/journeys/texts.test.ts'
const accountPages = 'tests/journeys/account.test.ts'

/** The rest of section 8. */
export const errorRows: readonly TextRow[] = [
  {
    section: '8',
    rule: 'Auth error kinds: session missing, invalid token response, credentials, weak password, JWT',
    texts: [],
    shownBy: [
      [client, 'a session that is missing'],
      [client, 'an answer without a session or a user'],
      [client, 'credentials without an address'],
      [client, 'a weak password, with its reasons'],
      [client, 'a token that is none'],
    ],
  },
  {
    section: '8',
    rule: 'Auth error kinds: retryable fetch, redirects',
    texts: [],
    shownBy: [
      [client, 'a backend that is away for a moment (%i)'],
      [client, 'a line that is broken'],
      [client, 'a redirect of the implicit grant and of PKCE'],
    ],
  },
  {
    section: '8',
    rule: 'Auth codes handled',
    texts: ['weak_password', 'session_not_found'],
    shownBy: [
      [client, 'the code %s'],
      [client, 'a session that is gone'],
      [client, 'a weak password, with its reasons'],
    ],
  },
  {
    section: '8',
    rule: 'Storage errors carry message and status',
    texts: [],
    shownBy: [[client, 'an error of the storage carries message and status']],
  },
  {
    section: '8',
    rule: 'Auth form mapping',
    texts: [
      'Authentication Error',
      'Invalid email or password. Please try again.',
      'Please check your email and click the confirmation link.',
      'An account with this email already exists. Please sign in instead.',
    ],
    shownBy: [
      ['app/features/account/account.test.ts', '%s reads: %s'],
      [accountPages, 'a failed sign-in says so in the specified words'],
    ],
  },
  {
    section: '8',
    rule: 'Catering failure',
    texts: [
      'Submission Failed',
      'There was a problem submitting your inquiry. Please try again later.',
    ],
    shownBy: [
      [
        enquiryPages,
        'a catering enquiry that the server cannot take says so and keeps what was typed',
      ],
    ],
  },
  {
    section: '8',
    rule: 'Catering success',
    texts: ['Inquiry Submitted', "We'll be in touch soon about your catering needs!"],
    shownBy: [
      [
        enquiryPages,
        'a catering enquiry is sent from its page, answered with a reference, and both get a mail',
      ],
    ],
  },
  {
    section: '8',
    rule: 'Consultancy failure',
    texts: ['Something went wrong', 'Please try again later.', 'Failed to submit inquiry'],
    shownBy: [
      [enquiryPages, 'a consultancy enquiry to which the server says %s'],
      [
        'tests/enquiries/enquiries.test.ts',
        'says in the log why an enquiry failed, and nothing of what was typed',
      ],
    ],
  },
  {
    section: '8',
    rule: 'Consultancy success',
    texts: ['Thank you for your inquiry!', "We'll be in touch with you soon."],
    shownBy: [[enquiryPages, 'a consultancy enquiry is sent from its page']],
  },
  {
    section: '8',
    rule: 'Checkout, not signed in',
    texts: ['Sign in required', 'Please sign in to complete your purchase.'],
    shownBy: [
      [checkout, 'ask a guest to sign in before anything else'],
      [checkoutPage, 'the checks come in the specified order, each with its words'],
    ],
  },
  {
    section: '8',
    rule: 'Checkout, empty cart',
    texts: ['Empty cart', 'Your cart is empty. Add some items before checkout.'],
    shownBy: [
      [checkout, 'then look for something to buy'],
      [texts, 'a signed-in shopper with nothing in the cart is told so'],
    ],
  },
  {
    section: '8',
    rule: 'Checkout, no delivery',
    texts: [
      'Delivery method required',
      'Please choose a delivery option before proceeding to checkout.',
    ],
    shownBy: [
      [checkout, 'then for a delivery method'],
      [checkoutPage, 'the checks come in the specified order, each with its words'],
    ],
  },
  {
    section: '8',
    rule: 'Checkout, other',
    texts: [
      'Checkout failed',
      'Unable to process checkout. Please try again.',
      'Failed to create checkout session',
      'No checkout URL returned from payment processor',
    ],
    shownBy: [
      [checkout, 'then list every line that cannot be sold'],
      ['app/features/cart/request-checkout.test.ts', 'that is %j fails with: %s'],
      [checkoutPage, 'an answer that nobody can read is told, and nothing is remembered of it'],
      [
        checkoutPage,
        'a provider that hangs gives a message within 15 seconds, and the button is back',
      ],
    ],
  },
  {
    section: '8',
    rule: 'Sign-out failure',
    texts: ['Error signing out', 'There was an error signing out. Please try again.'],
    shownBy: [[texts, 'a sign-out that fails says so']],
  },
  {
    section: '8',
    rule: 'Sign-out success',
    texts: ['Signed out successfully'],
    shownBy: [
      [
        accountPages,
        'a server that cannot be asked does not keep anybody signed in on this device',
      ],
    ],
  },
  {
    section: '8',
    rule: 'Shop load failure',
    texts: ['Error Loading Products', 'Please refresh the page to try again'],
    shownBy: [
      [
        'tests/process/database-gone.test.ts',
        'with the database gone known pages stay, unknown ones say so with 503, and all is well when it is back',
      ],
    ],
  },
  {
    section: '8',
    rule: 'Form render failures',
    texts: [
      'Form is loading...',
      'Unable to load form fields. Please refresh the page.',
      'Unable to load the inquiry form. Please refresh the page and try again.',
    ],
    shownBy: [
      [enquiryPages, 'says "Form is loading..."'],
      [enquiryPages, 'and does not come (%s) says what to do'],
    ],
  },
  {
    section: '8',
    rule: 'Product missing, and unknown route',
    texts: [
      'Product Not Found',
      "The product you're looking for doesn't exist or has been removed.",
      'Page Not Found',
      "We couldn't find the page you're looking for. It might have been moved or doesn't exist.",
    ],
    shownBy: [
      [texts, 'what is not there says so in the specified words'],
      [
        'tests/journeys/browsing.test.ts',
        'an unknown product and an unknown page answer 404 and a way back',
      ],
    ],
  },
  {
    section: '8',
    rule: 'Cart operations only log on failure, and the guest-cart store tells of its own',
    texts: [],
    shownBy: [
      [
        'app/features/cart/cart-sync.test.ts',
        'is asked again later and later, and the cause is logged',
      ],
      [
        'tests/journeys/cart.test.ts',
        'offline the cart goes on, and what was changed there wins when the server is back',
      ],
    ],
  },
  {
    section: '8',
    rule: 'Failures to log security events are swallowed',
    texts: ['A security event could not be noted', 'A security event was not noted'],
    shownBy: [
      [
        'tests/security/guard.test.ts',
        'an event that cannot be noted keeps no enquiry from being taken',
      ],
    ],
  },
  {
    section: '8',
    rule: 'Severities: failed sign-ins medium, suspicious forms high',
    texts: [],
    shownBy: [
      [
        'tests/backend/auth-sign-in.test.ts',
        'failures are noted by the server without the address or the account in clear',
      ],
      [
        'tests/security/guard.test.ts',
        'a refused post is noted with browser, address, time and version, and nothing in clear',
      ],
    ],
  },
]
