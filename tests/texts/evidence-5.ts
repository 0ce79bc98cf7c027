import type { TestEvidence } from './text-requirement.ts'

const validation = 'domain/validation.test.ts'
const enquiry = 'domain/enquiry.test.ts'
const newsletter = 'domain/newsletter.test.ts'
const enquiries = 'tests/enquiries/enquiries.test.ts'
const guard = 'tests/security/guard.test.ts'
const guardedWords = 'tests/security/guarded-words.test.ts'
const enquiryPages = 'tests/journeys/enquiries.test.ts'
const accountPages = 'tests/journeys/account.test.ts'
const prompts = 'tests/journeys/prompts.test.ts'
const checkout = 'domain/checkout.test.ts'
const checkoutPage = 'tests/journeys/checkout-page.test.ts'
const signUps = 'tests/backend/auth-sign-up.test.ts'

const emptyCatering: TestEvidence = [
  enquiryPages,
  'an empty catering form names every fault and ties each to its field',
]
const refusedCatering: TestEvidence = [
  enquiries,
  'a catering enquiry with the %s %j is refused: %s',
]
const cateringRules: TestEvidence = [
  enquiry,
  'a catering enquiry requires a name, an address, an event, guests and a message',
]

/** For each rule of section 5 of the specification, the tests that show that the shop follows it. */
export const section5Evidence: Readonly<Record<string, readonly TestEvidence[]>> = {
  '5 password strength': [
    [validation, 'a sign-up requires a password'],
    [validation, 'lists all requirements that a password does not meet'],
    [
      validation,
      'accepts a password of eight characters with a lower-case letter, a capital and a digit',
    ],
    [validation, 'a password may have at most 72 bytes and no NUL'],
    [signUps, 'the password %s is refused as weak'],
    [accountPages, 'the sign-up form names every fault and ticks the password’s rules'],
  ],
  '5 e-mail': [
    [validation, 'an email address may have 255 characters and not 256'],
    [validation, 'refuses the email address %j'],
    [accountPages, 'the sign-up form names every fault and ticks the password’s rules'],
    ['tests/journeys/rough-handling.test.ts', 'an address that is too long is refused, never cut'],
  ],
  '5 sign-in and sign-up form': [
    [accountPages, 'the sign-up form names every fault and ticks the password’s rules'],
    ['tests/texts/client-errors.test.ts', 'the auth client reports credentials without an address'],
  ],
  '5 sanitising and length': [
    [validation, 'sanitising trims and cuts text and never leaves half a character'],
    [validation, 'hasLength counts characters after trimming'],
  ],
  '5 uuid': [
    [validation, 'accepts a UUID of version %d'],
    [validation, 'refuses "%s" as a UUID'],
  ],
  '5 html sanitising': [
    [validation, 'sanitising HTML strips markup and schemes, including nested ones'],
    [
      enquiry,
      'every cleaned field of both enquiry forms is harmless in HTML, a header, a log line and a CSV cell',
    ],
    [guardedWords, 'the database leaves a line cleaned by the pages unchanged'],
  ],
  '5 suspicious input': [
    [validation, 'finds suspicious content in %s'],
    [validation, 'finds nothing suspicious in: %s'],
    [validation, 'refuses a sign-up by the name of %s'],
    [newsletter, 'the newsletter form refuses a script as a name'],
    [enquiry, 'both enquiry forms and the newsletter form accept the honest words %j'],
    [enquiries, 'an enquiry with %s is refused and logged as suspicious'],
    [enquiries, 'an enquiry with the honest text %j is accepted'],
    [guardedWords, 'a newsletter sign-up with the name %s is refused and logged'],
    [signUps, 'a name that looks like an attack is refused and logged in every form'],
    [enquiryPages, 'suspicious text is marked at its field and logged'],
    [accountPages, 'a name that looks like an attack is refused at sign-up and logged'],
  ],
  '5 large cart': [
    ['domain/cart.test.ts', 'a cart of more than 50 lines is suspicious'],
    [guard, 'a guest cart of more than fifty items is stored and logged once'],
    [guard, 'an account cart of more than fifty items is logged'],
    [
      'tests/payments/abuse-limits.test.ts',
      'a cart of more than fifty items is checked and logged as suspicious',
    ],
  ],
  '5 newsletter: inputs': [
    [
      prompts,
      'an invalid newsletter sign-up is marked at its field, and the fourth attempt is rate limited',
    ],
  ],
  '5 newsletter: e-mail': [
    [newsletter, 'the newsletter form trims the address and the name'],
    [newsletter, 'the newsletter form refuses the address "%s"'],
    [
      prompts,
      'an invalid newsletter sign-up is marked at its field, and the fourth attempt is rate limited',
    ],
    [prompts, 'the popup shows an invalid sign-up by title and text'],
  ],
  '5 newsletter: name': [
    [newsletter, 'the newsletter form refuses the name "%s" as too short'],
    [newsletter, 'the newsletter form strips markup and cuts a name at 100 characters'],
    [
      prompts,
      'an invalid newsletter sign-up is marked at its field, and the fourth attempt is rate limited',
    ],
    [prompts, 'the popup shows an invalid sign-up by title and text'],
  ],
  '5 newsletter: rate limit': [
    [
      'domain/attempts.test.ts',
      'allows three attempts in five minutes and again after that window',
    ],
    [
      'tests/newsletter/newsletter.test.ts',
      'the fourth sign-up of an address in five minutes is rate limited',
    ],
    [
      prompts,
      'an invalid newsletter sign-up is marked at its field, and the fourth attempt is rate limited',
    ],
  ],
  '5 catering: name': [emptyCatering, refusedCatering, cateringRules],
  '5 catering: e-mail': [emptyCatering, refusedCatering, cateringRules],
  '5 catering: phone and date': [[enquiries, 'phone, date and business name are optional']],
  '5 catering: event type': [emptyCatering, refusedCatering, cateringRules],
  '5 catering: guest count': [emptyCatering, refusedCatering, cateringRules],
  '5 catering: message': [emptyCatering, refusedCatering, cateringRules],
  '5 consultancy: name, e-mail, business name': [
    [enquiry, 'a consultancy enquiry requires a name, an address and details'],
    [enquiries, 'a consultancy enquiry with the %s %j is refused: %s'],
    [enquiries, 'phone, date and business name are optional'],
  ],
  '5 consultancy: details': [
    [enquiry, 'a consultancy enquiry requires a name, an address and details'],
    [enquiries, 'a consultancy enquiry with the %s %j is refused: %s'],
    [enquiryPages, 'a single fault moves the focus to its field'],
  ],
  '5 consultancy: e-mail again': [
    [enquiries, 'a consultancy enquiry with the %s %j is refused: %s'],
    [enquiryPages, 'a consultancy enquiry shows an error when the server answers with %s'],
  ],
  '5 consultancy: lengths': [
    [enquiries, 'markup is removed, names are cut at 100 characters and details at 2000'],
    [enquiry, 'refuses an email address that is too long instead of cutting it'],
  ],
  '5 consultancy: rate limit': [
    [guard, 'a fourth consultancy enquiry of a sender within five minutes is refused with 429'],
    [
      enquiryPages,
      'a fourth consultancy enquiry within five minutes is rate limited with a message',
    ],
  ],
  '5 cart-page guest e-mail': [
    [
      prompts,
      'the cart page shows when an address is invalid, cannot be saved, or was tried too often',
    ],
    [
      'tests/newsletter/guest-email.test.ts',
      'the sixth save of an address in five minutes is rate limited',
    ],
  ],
  '5 checkout: each item': [
    [checkout, 'checkout lists every line that cannot be sold'],
    [
      'tests/payments/abuse-cart.test.ts',
      'a foreign, archived or other product’s price id is refused and never sent to the provider',
    ],
  ],
  '5 checkout: failing items': [
    [checkout, 'checkout lists every line that cannot be sold'],
    [checkoutPage, 'a cart item without a price stops the checkout and is named'],
  ],
  '5 checkout: one valid item': [
    [
      'tests/payments/abuse-cart.test.ts',
      'a checkout without a valid item is refused with the specified message',
    ],
  ],
  '5 checkout: delivery method': [
    [checkout, 'checkout is refused when the delivery method lacks its Stripe id'],
    [checkoutPage, 'a delivery method that the provider does not know stops the checkout'],
  ],
  '5 cart quantity buttons': [
    [
      'tests/journeys/cart.test.ts',
      'cart quantities can be raised, lowered and removed, and a removed product can be restored',
    ],
  ],
  '5 prices': [
    [
      'domain/money.test.ts',
      'parses an amount with a pound sign, a dollar sign or a point as pounds',
    ],
    ['domain/money.test.ts', 'parses digits without a sign or point as pence, also with commas'],
  ],
  '5 security-event pattern': [
    [
      guard,
      'five suspicious posts in ten minutes block the sender until the first is ten minutes old',
    ],
    [guard, 'failed sign-ins and other suspicious events count together'],
    [guard, 'events reported by a browser never block anybody'],
    [
      guardedWords,
      'five suspicious names in ten minutes block newsletter sign-ups of the sender only',
    ],
  ],
}
