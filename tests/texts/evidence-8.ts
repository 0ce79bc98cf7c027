import type { Evidence } from './row.ts'

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

const mapping: Evidence = ['app/features/account/account.test.ts', '%s reads: %s']
const mappingOnThePage: Evidence = [accountPages, 'a failed sign-in says so in the specified words']
const inOrder: Evidence = [
  checkoutPage,
  'the checks come in the specified order, each with its words',
]

/** The tests that show that each row of section 8 appears where it should, and is read out. */
export const evidence8: Readonly<Record<string, readonly Evidence[]>> = {
  '8 auth errors: session, token, credentials, password, JWT': [
    [client, 'a session that is missing'],
    [client, 'an answer without a session or a user'],
    [client, 'credentials without an address'],
    [client, 'a weak password, with its reasons'],
    [client, 'a token that is none'],
  ],
  '8 auth errors: retry and redirects': [
    [client, 'a backend that is away for a moment (%i)'],
    [client, 'a line that is broken'],
    [client, 'a redirect of the implicit grant and of PKCE'],
  ],
  '8 auth errors: codes': [
    [client, 'the code %s'],
    [client, 'a session that is gone'],
    [client, 'a weak password, with its reasons'],
  ],
  '8 auth errors: storage': [[client, 'an error of the storage carries message and status']],
  '8 auth form: invalid login credentials': [mapping, mappingOnThePage],
  '8 auth form: email not confirmed': [mapping, mappingOnThePage],
  '8 auth form: user already registered': [
    mapping,
    mappingOnThePage,
    [accountPages, 'signing up with a known address looks the same, and its owner gets a mail'],
  ],
  '8 auth form: other': [mapping, mappingOnThePage],
  '8 newsletter rate limit': [
    [prompts, 'what is wrong with a sign-up is said at the field, and the fourth try has to wait'],
  ],
  '8 newsletter duplicate': [
    [
      newsletter,
      'the same address twice answers 23505, also in other letters, and brings no second mail',
    ],
    [prompts, 'a visitor signs up above the footer, and the fields are empty again'],
  ],
  '8 newsletter other failure': [
    [
      prompts,
      'when the server does not answer, a sign-up fails with its words and what was typed stays',
    ],
    [
      newsletter,
      'without JavaScript the server notes who signed up, and what kept somebody from it',
    ],
  ],
  '8 newsletter success': [
    [prompts, 'a visitor signs up above the footer, and the fields are empty again'],
  ],
  '8 catering failure': [
    [
      enquiryPages,
      'a catering enquiry that the server cannot take says so and keeps what was typed',
    ],
  ],
  '8 catering success': [
    [
      enquiryPages,
      'a catering enquiry is sent from its page, answered with a reference, and both get a mail',
    ],
  ],
  '8 consultancy failure': [
    [enquiryPages, 'a consultancy enquiry to which the server says %s'],
    [
      'tests/enquiries/enquiries.test.ts',
      'the log has the cause of a failed enquiry and no typed text',
    ],
  ],
  '8 consultancy success': [[enquiryPages, 'a consultancy enquiry is sent from its page']],
  '8 guest e-mail at add-to-cart': [
    [
      prompts,
      'a guest’s first add asks for an address once a visit, and one that is saved stops the asking',
    ],
    [prompts, 'an address that is saved before its cart could be stored is not one of two carts'],
    [prompts, 'an address that cannot be saved is said so in the dialog'],
    [
      prompts,
      'who leaves the shop at the top is offered 10% once a visit, and the code is in the cart',
    ],
  ],
  '8 cart-page guest e-mail': [
    [
      prompts,
      'the cart page says of an address that it is none, cannot be saved, or was tried too often',
    ],
  ],
  '8 checkout: not signed in': [[checkout, 'ask a guest to sign in before anything else'], inOrder],
  '8 checkout: empty cart': [
    [checkout, 'then look for something to buy'],
    inOrder,
    [texts, 'a signed-in shopper with nothing in the cart is told so'],
  ],
  '8 checkout: no delivery': [[checkout, 'then for a delivery method'], inOrder],
  '8 checkout: other': [
    ['app/routes/cart/request-checkout.test.ts', 'that is %j fails with: %s'],
    [checkoutPage, 'an answer that nobody can read is told, and nothing is remembered of it'],
    [
      checkoutPage,
      'a provider that hangs gives a message within 15 seconds, and the button is back',
    ],
  ],
  '8 sign-out failure': [[texts, 'a sign-out that fails says so']],
  '8 sign-out success': [
    [accountPages, 'a server that cannot be asked does not keep anybody signed in on this device'],
  ],
  '8 shop load failure': [
    [
      'tests/process/database-gone.test.ts',
      'with the database gone known pages stay, unknown ones say so with 503, and all is well when it is back',
    ],
  ],
  '8 form render failures': [
    [
      enquiryPages,
      'says "Form is loading...", in a dialog that a second tap leaves open and the form leaves where it is',
    ],
    [enquiryPages, 'and does not come (%s) says what to do'],
  ],
  '8 product missing': [[texts, 'what is not there says so in the specified words']],
  '8 unknown route': [
    [texts, 'what is not there says so in the specified words'],
    [
      'tests/journeys/browsing.test.ts',
      'an unknown product and an unknown page answer 404 and a way back',
    ],
  ],
  '8 silent: cart and e-mail operations': [
    [
      'app/features/cart/reconcile.test.ts',
      'is asked again later and later, and the cause is logged',
    ],
    [
      'tests/journeys/cart.test.ts',
      'what was changed while the server failed wins over the server’s cart after a reload',
    ],
    [accountPages, 'a server that cannot be asked does not keep anybody signed in on this device'],
  ],
  '8 silent: guest-cart store': [
    [guestEmail, '%s is refused, and nothing is kept'],
    [guestEmail, 'the sixth save of an address in five minutes has to wait'],
  ],
  '8 silent: security events': [
    [guard, 'an enquiry is accepted when its security event cannot be logged'],
    [prompts, 'what is wrong with a sign-up is said at the field, and the fourth try has to wait'],
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
