import type { TextRow } from './row.ts'

const validation = 'domain/validation.test.ts'
const enquiry = 'domain/enquiry.test.ts'
const enquiries = 'tests/enquiries/enquiries.test.ts'
const enquiryPages = 'tests/journeys/enquiries.test.ts'
const accountPages = 'tests/journeys/account.test.ts'

/** Section 5 from passwords to the consultancy form. */
export const formRows: readonly TextRow[] = [
  {
    section: '5',
    rule: 'Password strength',
    texts: [
      'Password is required',
      'Password must be at least 8 characters long',
      'Password must contain at least one lowercase letter',
      'Password must contain at least one uppercase letter',
      'Password must contain at least one number',
      'Password requirements: ',
    ],
    shownBy: [
      [validation, 'is required'],
      [validation, 'is told everything that it lacks'],
      [validation, 'of eight characters with the three kinds will do'],
      [accountPages, 'the sign-up form names every fault and ticks the password’s rules'],
    ],
  },
  {
    section: '5',
    rule: 'E-mail address',
    texts: ['Please enter a valid email address'],
    shownBy: [
      [validation, 'may have 255 characters and not 256'],
      [validation, 'may not be %j'],
      [validation, 'a sign-up names the fault of each field'],
      [
        'tests/journeys/rough-handling.test.ts',
        'an address that is too long is refused, never cut',
      ],
    ],
  },
  {
    section: '5',
    rule: 'Sign-in and sign-up form: e-mail and password required, full name for sign-up only',
    texts: ['Please enter your name', 'Password is required'],
    shownBy: [
      [validation, 'a sign-up names the fault of each field'],
      [accountPages, 'the sign-up form names every fault and ticks the password’s rules'],
    ],
  },
  {
    section: '5',
    rule: 'The auth client requires an e-mail or phone plus a password',
    texts: [],
    shownBy: [['tests/texts/client-errors.test.ts', 'credentials without an address']],
  },
  {
    section: '5',
    rule: 'Sanitising and lengths',
    texts: [],
    shownBy: [
      [validation, 'trims, cuts and never leaves half a character'],
      [validation, 'checks lengths after trimming'],
    ],
  },
  {
    section: '5',
    rule: 'UUID versions 1 to 5',
    texts: [],
    shownBy: [
      [validation, 'may be of version %d'],
      [validation, 'is not %s'],
    ],
  },
  {
    section: '5',
    rule: 'HTML sanitising',
    texts: [],
    shownBy: [
      ['tests/security/guarded-words.test.ts', 'what is left of a line when it is cleaned'],
      [validation, 'strips markup and schemes, nested ones too'],
      [enquiry, 'a message'],
      [enquiry, 'every field of both forms'],
    ],
  },
  {
    section: '5',
    rule: 'Suspicious input patterns',
    texts: ['Suspicious content detected in '],
    shownBy: [
      [validation, 'is found in %s'],
      [validation, 'is not found in: %s'],
      [enquiries, 'refuses %s and notes it as suspicious'],
      [enquiries, 'lets honest words through: %j'],
      [enquiryPages, 'suspicious words are named at their field and noted'],
      [validation, 'a sign-up by the name of %s is refused'],
      [
        'tests/backend/auth-sign-up.test.ts',
        'a name that looks like an attack is refused and noted, at sign-up, for a link and as a change',
      ],
      [accountPages, 'a name that looks like an attack is refused at sign-up and noted'],
      ['domain/newsletter.test.ts', 'refuses a script where a name is asked for'],
      [
        'tests/security/guarded-words.test.ts',
        'a newsletter sign-up by the name of %s is refused and noted',
      ],
      [enquiry, 'honest words pass both forms and the newsletter: %j'],
    ],
  },
  {
    section: '5',
    rule: 'A cart over 50 items is flagged',
    texts: [],
    shownBy: [
      ['domain/cart.test.ts', 'flag a cart of more than 50 lines'],
      ['tests/security/guard.test.ts', 'of a guest is kept and flagged once'],
      ['tests/security/guard.test.ts', 'of an account is flagged as well'],
      [
        'tests/payments/abuse-limits.test.ts',
        'more than fifty lines are looked at and noted as suspicious',
      ],
    ],
  },
  {
    section: '5',
    rule: 'Catering form',
    texts: [
      'Name must be at least 2 characters.',
      'Please enter a valid email address.',
      'Please describe your event type.',
      'Please provide an estimated guest count.',
      'Please provide more details about your requirements.',
    ],
    shownBy: [
      [enquiry, 'a catering enquiry needs name, address, event, guests and a message'],
      [enquiries, 'of %s %j: %s'],
      [enquiries, 'phone, date and business name are optional'],
      [enquiryPages, 'an empty catering form names every fault, and each is tied to its field'],
    ],
  },
  {
    section: '5',
    rule: 'Consultancy form',
    texts: ['Please provide some details about your inquiry.', 'Invalid email address provided'],
    shownBy: [
      [enquiry, 'a consultancy enquiry needs name, address and details'],
      [enquiries, 'of %s %j: %s'],
      [
        enquiries,
        'name and business name are cut at 100 characters, details at 2000, and markup goes',
      ],
      [enquiryPages, 'one fault alone takes the focus to its field'],
    ],
  },
  {
    section: '5',
    rule: 'Consultancy rate limit',
    texts: ['Too many requests. Please wait before submitting again.'],
    shownBy: [
      [
        'tests/security/guard.test.ts',
        'a fourth consultancy enquiry of somebody within five minutes has to wait',
      ],
      [enquiryPages, 'a fourth consultancy enquiry within five minutes is asked to wait'],
    ],
  },
  {
    section: '5',
    rule: 'Security-event pattern',
    texts: [],
    shownBy: [
      [
        'tests/security/guard.test.ts',
        'have every form and sign-in from there refused until the first of them is ten minutes old',
      ],
      [
        'tests/security/guard.test.ts',
        'count nothing that a browser reports, so that nobody has somebody else refused',
      ],
      [
        'tests/security/guarded-words.test.ts',
        'five of them in ten minutes keep that address away from sign-ups, and others not',
      ],
    ],
  },
]
