import type { TestEvidence } from './text-requirement.ts'

const client = 'tests/texts/client-errors.test.ts'
const checkout = 'domain/checkout.test.ts'
const checkoutPage = 'tests/journeys/checkout-page.test.ts'
const enquiryPages = 'tests/journeys/enquiries.test.ts'
const texts = 'tests/journeys/texts.test.ts'
const accountPages = 'tests/journeys/account.test.ts'
const prompts = 'tests/journeys/prompts.test.ts'
const newsletter = 'tests/newsletter/newsletter.test.ts'
const guestEmail = 'tests/newsletter/guest-email.test.ts'
const guard = 'tests/security/guard.test.ts'

const mapping: TestEvidence = [
  'app/features/account/account.test.ts',
  'shows the authentication error "%s" as: %s',
]
const mappingOnThePage: TestEvidence = [
  accountPages,
  'a failed sign-in shows the specified message',
]
const inOrder: TestEvidence = [
  checkoutPage,
  'the checkout checks come in the specified order, each with its message',
]

/**
 * For each row of section 8 of the specification, the tests that show that its text appears where it should, and is
 * read out.
 */
export const section8Evidence: Readonly<Record<string, readonly TestEvidence[]>> = {
  '8 auth errors: session, token, credentials, password, JWT': [
    [client, 'the auth client reports a missing session'],
    [client, 'the auth client reports a response without a session or a user'],
    [client, 'the auth client reports credentials without an address'],
    [client, 'the auth client reports a weak password with its reasons'],
    [client, 'the auth client reports an invalid token'],
  ],
  '8 auth errors: retry and redirects': [
    [client, 'the auth client reports a backend that is temporarily unavailable (%i)'],
    [client, 'the auth client reports a broken connection'],
    [client, 'the auth client names the errors of implicit grant and PKCE redirects'],
  ],
  '8 auth errors: codes': [
    [client, 'the auth client passes the code %s on'],
    [client, 'the auth client reports a session that has ended'],
    [client, 'the auth client reports a weak password with its reasons'],
  ],
  '8 auth errors: storage': [[client, 'the storage client reports message and status of an error']],
  '8 auth form: invalid login credentials': [mapping, mappingOnThePage],
  '8 auth form: email not confirmed': [mapping, mappingOnThePage],
  '8 auth form: user already registered': [
    mapping,
    mappingOnThePage,
    [accountPages, 'signing up with a known address looks the same, and its owner gets an email'],
  ],
  '8 auth form: other': [mapping, mappingOnThePage],
  '8 newsletter rate limit': [
    [
      prompts,
      'an invalid newsletter sign-up is marked at its field, and the fourth attempt is rate limited',
    ],
  ],
  '8 newsletter duplicate': [
    [
      newsletter,
      'signing up the same address twice answers 23505, whatever the case, and sends no second email',
    ],
    [prompts, 'a visitor signs up above the footer, and the fields are emptied'],
  ],
  '8 newsletter other failure': [
    [
      prompts,
      'a newsletter sign-up without an answer from the server shows an error and keeps its input',
    ],
    [newsletter, 'the server logs sign-ups and failed sign-ups without JavaScript'],
  ],
  '8 newsletter success': [
    [prompts, 'a visitor signs up above the footer, and the fields are emptied'],
  ],
  '8 catering failure': [
    [
      enquiryPages,
      'a catering enquiry that the server cannot store shows an error and keeps its input',
    ],
  ],
  '8 catering success': [
    [
      enquiryPages,
      'a catering enquiry is sent from its page, answered with a reference, and both sides get an email',
    ],
  ],
  '8 consultancy failure': [
    [enquiryPages, 'a consultancy enquiry shows an error when the server answers with %s'],
    [
      'tests/enquiries/enquiries.test.ts',
      'the log has the cause of a failed enquiry and no typed text',
    ],
  ],
  '8 consultancy success': [[enquiryPages, 'a consultancy enquiry is sent from its page']],
  '8 guest e-mail at add-to-cart': [
    [
      prompts,
      'a guest’s first add asks for an address once a visit, and a saved address stops the asking',
    ],
    [
      prompts,
      'an address that is saved before its cart could be stored does not create a second cart',
    ],
    [prompts, 'the dialog shows when an address cannot be saved'],
    [
      prompts,
      'a visitor who leaves at the top is offered 10% once a visit, and the code is in the cart',
    ],
  ],
  '8 cart-page guest e-mail': [
    [
      prompts,
      'the cart page shows when an address is invalid, cannot be saved, or was tried too often',
    ],
  ],
  '8 checkout: not signed in': [
    [checkout, 'checkout asks a guest to sign in before anything else'],
    inOrder,
  ],
  '8 checkout: empty cart': [
    [checkout, 'checkout of an empty cart is refused before a delivery method is required'],
    inOrder,
    [texts, 'a signed-in shopper with an empty cart gets the specified message'],
  ],
  '8 checkout: no delivery': [
    [checkout, 'checkout requires a delivery method before it checks the lines'],
    inOrder,
  ],
  '8 checkout: other': [
    ['app/routes/cart/request-checkout.test.ts', 'the checkout’s response %j fails with: %s'],
    [checkoutPage, 'an unreadable checkout response shows an error and nothing of it is stored'],
    [
      checkoutPage,
      'a provider that does not respond causes a message within 15 seconds, and the button works again',
    ],
  ],
  '8 sign-out failure': [[texts, 'a failed sign-out shows the specified message']],
  '8 sign-out success': [
    [accountPages, 'an unreachable server does not keep a shopper signed in on this device'],
  ],
  '8 shop load failure': [
    [
      'tests/process/database-gone.test.ts',
      'cached pages stay while the database is down, other pages answer 503, and everything works once it is back',
    ],
  ],
  '8 form render failures': [
    [
      enquiryPages,
      'a loading form says "Form is loading...", and neither a second tap nor its arrival moves the dialog',
    ],
    [enquiryPages, 'a form that fails to load (%s) says what to do'],
  ],
  '8 product missing': [
    [texts, 'a missing product and a missing page show the specified messages'],
  ],
  '8 unknown route': [
    [texts, 'a missing product and a missing page show the specified messages'],
    [
      'tests/journeys/browsing.test.ts',
      'an unknown product and an unknown page answer 404 and offer a way back',
    ],
  ],
  '8 silent: cart and e-mail operations': [
    [
      'app/features/cart/reconcile.test.ts',
      'retries with growing delays and logs the cause while the server cannot be reached',
    ],
    [
      'tests/journeys/cart.test.ts',
      'changes that were made while the server failed win over the server’s cart after a reload',
    ],
    [accountPages, 'an unreachable server does not keep a shopper signed in on this device'],
  ],
  '8 silent: guest-cart store': [
    [guestEmail, 'a save with %s is refused and nothing is stored'],
    [guestEmail, 'the sixth save of an address in five minutes is rate limited'],
  ],
  '8 silent: security events': [
    [guard, 'an enquiry is accepted when its security event cannot be logged'],
    [
      prompts,
      'an invalid newsletter sign-up is marked at its field, and the fourth attempt is rate limited',
    ],
  ],
  '8 silent: severities': [
    [
      'tests/backend/auth-sign-in.test.ts',
      'a failed sign-in is logged without the address or the account in plain text',
    ],
    [
      guard,
      'a refused post is logged with browser, address, time and version, without personal data in plain text',
    ],
  ],
}
