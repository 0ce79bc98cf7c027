import type { TextRow } from './row.ts'

const newsletter = 'tests/newsletter/newsletter.test.ts'
const guestEmail = 'tests/newsletter/guest-email.test.ts'
const prompts = 'tests/journeys/prompts.test.ts'
const words = 'tests/texts/words.test.ts'
const newsletterWords = 'the newsletter has the specified titles and texts'
const guestWords = 'a guest’s address has the specified titles and texts'

/** Newsletter and guests' addresses in both sections, carts and prices in section 5. */
export const guestRows: readonly TextRow[] = [
  {
    section: '5',
    rule: 'Newsletter form',
    texts: [
      'Invalid email',
      'Please enter a valid email address.',
      'Invalid name',
      'Please enter your name (at least 2 characters).',
    ],
    shownBy: [
      [words, newsletterWords],
      ['domain/newsletter.test.ts', 'says that the address "%s" is none'],
      ['domain/newsletter.test.ts', 'wants more of a name than "%s"'],
      ['domain/newsletter.test.ts', 'strips markup and cuts a name at 100 characters'],
      [
        prompts,
        'what is wrong with a sign-up is said at the field, and the fourth try has to wait',
      ],
      [prompts, 'the popup says what is wrong with a sign-up by title and text'],
    ],
  },
  {
    section: '5',
    rule: 'Newsletter rate limit: 3 per 5 minutes',
    texts: [],
    shownBy: [
      [
        'domain/attempts.test.ts',
        'lets three through in five minutes, and again when these are over',
      ],
      [newsletter, 'the fourth sign-up of an address in five minutes has to wait'],
    ],
  },
  {
    section: '5',
    rule: 'Cart-page guest e-mail save, 5 per 5 minutes',
    texts: ['Invalid email', 'Too many attempts', 'Please wait before trying again.'],
    shownBy: [
      [words, guestWords],
      [guestEmail, 'the sixth save of an address in five minutes has to wait'],
      [
        prompts,
        'the cart page asks two seconds after it holds more than one item, and not for one',
      ],
      [
        prompts,
        'a guest’s first add asks for an address once a visit, and one that is saved stops the asking',
      ],
    ],
  },
  {
    section: '5',
    rule: 'Checkout validation of items',
    texts: [
      'Invalid product data',
      ' - missing price information',
      ' - invalid price format',
      'Invalid items in cart: ',
    ],
    shownBy: [
      ['domain/checkout.test.ts', 'then list every line that cannot be sold'],
      ['tests/payments/abuse-cart.test.ts', 'a product that nobody knows is refused'],
    ],
  },
  {
    section: '5',
    rule: 'Checkout needs one valid item',
    texts: ['No valid items in cart'],
    shownBy: [[words, 'a checkout without a line that can be sold has no valid items']],
  },
  {
    section: '5',
    rule: 'The delivery method has a payment-provider id',
    texts: ['Selected delivery method is missing Stripe configuration'],
    shownBy: [['domain/checkout.test.ts', 'then for the delivery method’s configuration']],
  },
  {
    section: '5',
    rule: 'Cart quantity buttons',
    texts: [],
    shownBy: [
      [
        'tests/journeys/cart.test.ts',
        'quantities go up, down and away, and a removed line can be put back',
      ],
    ],
  },
  {
    section: '5',
    rule: 'Prices are pence; text is parsed',
    texts: [],
    shownBy: [
      ['domain/money.test.ts', 'a pound sign, a dollar sign or a point makes it pounds'],
      ['domain/money.test.ts', 'digits alone are pence, also with commas'],
    ],
  },
  {
    section: '8',
    rule: 'Newsletter rate limit',
    texts: ['Too many attempts', 'Please wait before trying again.'],
    shownBy: [
      [words, newsletterWords],
      [
        prompts,
        'what is wrong with a sign-up is said at the field, and the fourth try has to wait',
      ],
    ],
  },
  {
    section: '8',
    rule: 'Newsletter duplicate',
    texts: ['Already subscribed', 'This email is already subscribed to our newsletter.'],
    shownBy: [
      [words, newsletterWords],
      [
        newsletter,
        'the same address twice answers 23505, also in other letters, and brings no second mail',
      ],
      [prompts, 'a visitor signs up above the footer, and the fields are empty again'],
    ],
  },
  {
    section: '8',
    rule: 'Newsletter other failure',
    texts: ['Failed to sign up for newsletter. Please try again.', 'newsletter_signup_failed'],
    shownBy: [
      [
        prompts,
        'when the server does not answer, a sign-up fails with its words and what was typed stays',
      ],
      [
        newsletter,
        'without JavaScript the server notes who signed up, and what kept somebody from it',
      ],
    ],
  },
  {
    section: '8',
    rule: 'Newsletter success',
    texts: ['Success!', "You've been added to our newsletter."],
    shownBy: [
      [words, newsletterWords],
      [prompts, 'a visitor signs up above the footer, and the fields are empty again'],
    ],
  },
  {
    section: '8',
    rule: 'Guest e-mail at add-to-cart',
    texts: ['Failed to save email', 'Email saved!'],
    shownBy: [
      [words, guestWords],
      [
        prompts,
        'a guest’s first add asks for an address once a visit, and one that is saved stops the asking',
      ],
      [prompts, 'an address that cannot be saved is said so in the dialog'],
      [
        guestEmail,
        'whoever is offered the 10% code is shown it and gets it by mail, the same each time',
      ],
    ],
  },
  {
    section: '8',
    rule: 'Cart-page guest e-mail on exception',
    texts: ['Failed to save email. Please try again.'],
    shownBy: [[words, guestWords]],
  },
]
