import type { Evidence } from './row.ts'

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

const emptyCatering: Evidence = [
  enquiryPages,
  'an empty catering form names every fault, and each is tied to its field',
]
const refusedCatering: Evidence = [enquiries, 'a catering enquiry with the %s %j is refused: %s']
const cateringRules: Evidence = [
  enquiry,
  'a catering enquiry needs name, address, event, guests and a message',
]

/** The tests that show that the shop follows each rule of section 5. */
export const evidence5: Readonly<Record<string, readonly Evidence[]>> = {
  '5 password strength': [
    [validation, 'is required'],
    [validation, 'is told everything that it lacks'],
    [validation, 'of eight characters with the three kinds will do'],
    [validation, 'may have 72 bytes, not more, and no NUL'],
    [signUps, 'the password %s is refused as weak'],
    [accountPages, 'the sign-up form names every fault and ticks the password’s rules'],
  ],
  '5 e-mail': [
    [validation, 'may have 255 characters and not 256'],
    [validation, 'may not be %j'],
    [accountPages, 'the sign-up form names every fault and ticks the password’s rules'],
    ['tests/journeys/rough-handling.test.ts', 'an address that is too long is refused, never cut'],
  ],
  '5 sign-in and sign-up form': [
    [accountPages, 'the sign-up form names every fault and ticks the password’s rules'],
    ['tests/texts/client-errors.test.ts', 'credentials without an address'],
  ],
  '5 sanitising and length': [
    [validation, 'trims, cuts and never leaves half a character'],
    [validation, 'checks lengths after trimming'],
  ],
  '5 uuid': [
    [validation, 'may be of version %d'],
    [validation, 'is not %s'],
  ],
  '5 html sanitising': [
    [validation, 'strips markup and schemes, nested ones too'],
    [enquiry, 'every field of both forms'],
    [guardedWords, 'the database leaves a line cleaned by the pages unchanged'],
  ],
  '5 suspicious input': [
    [validation, 'is found in %s'],
    [validation, 'is not found in: %s'],
    [validation, 'a sign-up by the name of %s is refused'],
    [newsletter, 'refuses a script where a name is asked for'],
    [enquiry, 'honest words pass both forms and the newsletter: %j'],
    [enquiries, 'an enquiry with %s is refused and logged as suspicious'],
    [enquiries, 'an enquiry with the honest text %j is accepted'],
    [guardedWords, 'a newsletter sign-up with the name %s is refused and logged'],
    [signUps, 'a name that looks like an attack is refused and logged in every form'],
    [enquiryPages, 'suspicious words are named at their field and noted'],
    [accountPages, 'a name that looks like an attack is refused at sign-up and noted'],
  ],
  '5 large cart': [
    ['domain/cart.test.ts', 'flag a cart of more than 50 lines'],
    [guard, 'a guest cart of more than fifty items is stored and logged once'],
    [guard, 'an account cart of more than fifty items is logged'],
    [
      'tests/payments/abuse-limits.test.ts',
      'a cart of more than fifty items is checked and logged as suspicious',
    ],
  ],
  '5 newsletter: inputs': [
    [prompts, 'what is wrong with a sign-up is said at the field, and the fourth try has to wait'],
  ],
  '5 newsletter: e-mail': [
    [newsletter, 'takes an address and a name, and trims both'],
    [newsletter, 'says that the address "%s" is none'],
    [prompts, 'what is wrong with a sign-up is said at the field, and the fourth try has to wait'],
    [prompts, 'the popup says what is wrong with a sign-up by title and text'],
  ],
  '5 newsletter: name': [
    [newsletter, 'wants more of a name than "%s"'],
    [newsletter, 'strips markup and cuts a name at 100 characters'],
    [prompts, 'what is wrong with a sign-up is said at the field, and the fourth try has to wait'],
    [prompts, 'the popup says what is wrong with a sign-up by title and text'],
  ],
  '5 newsletter: rate limit': [
    [
      'domain/attempts.test.ts',
      'lets three through in five minutes, and again when these are over',
    ],
    [
      'tests/newsletter/newsletter.test.ts',
      'the fourth sign-up of an address in five minutes has to wait',
    ],
    [prompts, 'what is wrong with a sign-up is said at the field, and the fourth try has to wait'],
  ],
  '5 catering: name': [emptyCatering, refusedCatering, cateringRules],
  '5 catering: e-mail': [emptyCatering, refusedCatering, cateringRules],
  '5 catering: phone and date': [[enquiries, 'phone, date and business name are optional']],
  '5 catering: event type': [emptyCatering, refusedCatering, cateringRules],
  '5 catering: guest count': [emptyCatering, refusedCatering, cateringRules],
  '5 catering: message': [emptyCatering, refusedCatering, cateringRules],
  '5 consultancy: name, e-mail, business name': [
    [enquiry, 'a consultancy enquiry needs name, address and details'],
    [enquiries, 'a consultancy enquiry with the %s %j is refused: %s'],
    [enquiries, 'phone, date and business name are optional'],
  ],
  '5 consultancy: details': [
    [enquiry, 'a consultancy enquiry needs name, address and details'],
    [enquiries, 'a consultancy enquiry with the %s %j is refused: %s'],
    [enquiryPages, 'one fault alone takes the focus to its field'],
  ],
  '5 consultancy: e-mail again': [
    [enquiries, 'a consultancy enquiry with the %s %j is refused: %s'],
    [enquiryPages, 'a consultancy enquiry to which the server says %s'],
  ],
  '5 consultancy: lengths': [
    [enquiries, 'markup is removed, names are cut at 100 characters and details at 2000'],
    [enquiry, 'an address that is too long is refused, not cut'],
  ],
  '5 consultancy: rate limit': [
    [guard, 'a fourth consultancy enquiry of a sender within five minutes is refused with 429'],
    [enquiryPages, 'a fourth consultancy enquiry within five minutes is asked to wait'],
  ],
  '5 cart-page guest e-mail': [
    [
      prompts,
      'the cart page says of an address that it is none, cannot be saved, or was tried too often',
    ],
    [
      'tests/newsletter/guest-email.test.ts',
      'the sixth save of an address in five minutes has to wait',
    ],
  ],
  '5 checkout: each item': [
    [checkout, 'then list every line that cannot be sold'],
    [
      'tests/payments/abuse-cart.test.ts',
      'a foreign, archived or other product’s price id is refused and never sent to the provider',
    ],
  ],
  '5 checkout: failing items': [
    [checkout, 'then list every line that cannot be sold'],
    [checkoutPage, 'a line that has lost its price stops the checkout on the page and is named'],
  ],
  '5 checkout: one valid item': [
    [
      'tests/payments/abuse-cart.test.ts',
      'a checkout without a valid item is refused with the specified message',
    ],
  ],
  '5 checkout: delivery method': [
    [checkout, 'then for the delivery method’s configuration'],
    [checkoutPage, 'a delivery method that the provider does not know stops the checkout'],
  ],
  '5 cart quantity buttons': [
    [
      'tests/journeys/cart.test.ts',
      'quantities go up, down and away, and a removed line can be put back',
    ],
  ],
  '5 prices': [
    ['domain/money.test.ts', 'a pound sign, a dollar sign or a point makes it pounds'],
    ['domain/money.test.ts', 'digits alone are pence, also with commas'],
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
