/**
 * The interfaces to which the shop's forms send their requests: Edge Functions, the sign-in service, the storage
 * service and REST.
 */
export const formKinds = ['function', 'auth', 'file', 'rest'] as const
export type FormKind = (typeof formKinds)[number]

export interface TestedForm extends Partial<Record<FormKind, string[]>> {
  title: string
}

interface TestedEmail {
  title: string
  templates: string[]
}

/** The shop's defence against each kind of abuse, by heading and by the tag that the tests of the case carry. */
export const abuseCases = {
  'Price and cart': {
    'abuse-1':
      'Prices, totals and currencies from the client are refused or ignored; the database determines the charge.',
    'abuse-2':
      'A quantity is a whole number from 1 to 99, in the function, in SQL and in the tables.',
    'abuse-3':
      'A product that is no longer on sale, or whose price has changed, is named and not sold.',
    'abuse-4': 'Only a product’s own present price id reaches the payment provider.',
    'abuse-5':
      'The server chooses XL above five pieces, with its own rate; unknown methods are refused.',
    'abuse-6':
      'A discount code can be used once and only by its owner, in any spelling, and never takes off more than the goods cost.',
    'abuse-7':
      'When many shoppers compete for the last ten pieces, exactly ten are sold, and nobody can reserve them without limit.',
    'abuse-8': 'A cart that is submitted several times creates one order and one session.',
    'abuse-9':
      'Huge carts and notes are refused at once; more than fifty lines are logged; a stored line has two keys, and storage per day is limited.',
  },
  Access: {
    'abuse-10':
      'Access to every table and function is decided for every kind of caller; an undecided new one fails the tests.',
    'abuse-11': 'Only its exact id opens a guest’s cart, and no log contains ids.',
    'abuse-12':
      'Other schemas, the sign-in tables, forbidden embeds and rows of others are not accessible.',
    'abuse-12-sign-in':
      'Only its own user and the server can access an account; when it has a second factor, a password alone opens nothing.',
    'abuse-13': 'Roles, owners, timestamps and states in a payload are refused or have no effect.',
    'abuse-14':
      'Only signed events and responses of the payment provider settle an order; the success page trusts no parameter.',
  },
  'Events of the payment provider': {
    'abuse-14-boxes':
      'Only its owner sees and stops a box, and only the provider’s state changes it.',
    'abuse-15':
      'An event with a missing or wrong signature, or more than five minutes old or ahead, is refused before it is parsed.',
    'abuse-16-boxes':
      'Events about a box count once, in any order, and an older response never overwrites a newer one.',
    'abuse-16': 'An event counts once, in any order; one that does not fit its order is set aside.',
  },
  'Sign-in': {
    'abuse-17':
      'An access token that the shop’s keys did not sign, with the right algorithm, gives no access.',
    'abuse-18':
      'A replayed refresh token ends its session; a sign-out and a new password end the others.',
    'abuse-18-codes':
      'A code ends the sessions without one; an ended session cannot list or end sessions.',
    'abuse-19-codes':
      'A TOTP or recovery code is accepted once; guesses are limited by account and IP address.',
    'abuse-19-stolen-password':
      'A thief of the password without the phone cannot lock out its owner, end their sessions or change their account, and the owner is notified.',
    'abuse-19-strangers': 'Attackers who use up the limits of codes block nobody else.',
    'abuse-19':
      'Guesses at passwords and codes, password spraying and requests for emails are limited.',
    'abuse-20':
      'Known and unknown email addresses get the same response in the same time (the bench has the times).',
    'abuse-21': 'A redirect target always leads to the shop’s own origin.',
    'abuse-22':
      'Passwords that are too short, too long or too common, or contain NUL, are refused with the reason.',
    'abuse-23':
      'Password hashing runs outside the event loop and waits for no other work (the bench has the effect of ten sign-ins on other requests).',
  },
  Injection: {
    'abuse-24': 'Special characters in a search term are ordinary text.',
    'abuse-25':
      'NUL is a 400 and never a server error; emoji, right-to-left and long texts are returned unchanged or refused.',
    'abuse-26':
      'Text of visitors is inert on every page, in every email and in every file that shows it.',
    'abuse-27': 'A line break ends no header, and an email goes to one recipient.',
    'abuse-28': 'The log is JSON without secrets; a `__proto__` key in a body is a 400.',
    'abuse-29':
      'A file is stored under exactly its name or refused, in a folder where its uploader may write, within the limits of its bucket; it is served with a fixed type and runs no code. No name leads out of the store.',
  },
  'Availability and platform': {
    'abuse-30':
      'Floods of forms are limited; new guest carts are limited by IP address, with a high limit.',
    'abuse-31': 'Large bodies and headers, deep JSON and slow clients do not block the server.',
    'abuse-pages':
      'Neither checkouts nor made-up URLs displace pages from the cache or take the processor from other requests.',
    'abuse-32':
      'A statement has a time limit, a response at most a thousand rows and two million bytes, and an IP address a share of the sessions.',
    'abuse-33':
      'Regular expressions take linear time on text of limited length; visitors cannot send their own.',
    'abuse-34': 'A cached page contains no input of a visitor and no personal data.',
    'abuse-35': 'Every response has the security headers, and only listed scripts run.',
    'abuse-36': 'A page of another site cannot change anything, and neither can a GET request.',
    'abuse-37': 'No response reveals stack traces, SQL, paths or secrets; unknown methods are 405.',
  },
  'The sandbox': {
    'abuse-sandbox':
      'Only the account that runs the shop, or a holder of the token, can open the sandbox’s mailbox and payments.',
  },
  Faults: {
    'abuse-database':
      'While the database is unavailable, cached pages work and others show a message; everything recovers afterwards.',
    'abuse-log':
      'A full disk under the log disturbs no request, and its lines are written when there is space.',
    'abuse-side-by-side':
      'Two processes, also in two containers, never use the same data; the later one waits, then refuses to start with one line.',
    'abuse-first-start':
      'When the shop is killed during its first start, it leaves no process and no password, and starts the next time.',
    'abuse-backup':
      'A backup shows one moment and has keys only encrypted, and a damaged one is refused before any change.',
    'abuse-refused-start':
      'A mistake that the owner can correct stops the start with one line, and nothing is changed.',
    'abuse-update':
      'While one process ends and the next one starts, no request is refused and no acknowledged change is lost; an update that does not build or start is reverted; pages of the previous build still work.',
    'abuse-allergens':
      'An allergen without an answer is never shown as “free from”, all places agree, and a warning is published at once.',
    'abuse-earlier-versions':
      'Data that an earlier version stored can be read: products, drafts, queued changes, carts, emails and backups.',
    'abuse-stuck':
      'The owner is notified of each fault that the shop cannot repair itself, without a customer’s name.',
    'abuse-figures':
      '`/metrics` answers on the machine itself or with its token, contains no personal data, and does not grow with the requested URLs.',
    'abuse-mail':
      'When the mail server is unavailable for ten minutes, each email arrives once afterwards.',
    'abuse-encrypted-mail':
      'A remote mail server gets neither password nor email before the connection is encrypted.',
    'abuse-taken-back':
      'A disputed payment is not packed and not refunded a second time, and the owner gets the deadline for an answer.',
    'abuse-in-between':
      'Responses of a Wi-Fi login page, a proxy or a CDN have no effect: changes are stored and sent later, nobody is signed out, and no content of them is used or cached.',
    'abuse-removed-meanwhile':
      'A change to a row that another desk has deleted is shown as a conflict, not as an error.',
    'abuse-provider':
      'When the payment provider is slow, fails or closes the connection, the shopper gets a message within 15 s, the cart stays, and there is one session.',
    'abuse-power':
      'When the process is killed at any point, a paid session becomes one paid order with its emails.',
    'abuse-food':
      'When a recipe changes while paid orders wait, no parcel, slip or email has the wrong jar or label by mistake: the packer has to choose. When the old label was wrong, all of them say so, and no email says that it is right before somebody has answered which it is.',
    'abuse-one-tap':
      'An action that emails customers asks for confirmation, or can be undone before the email is sent.',
    'abuse-browser':
      'With old browsers, extensions, translations or broken storage nobody loses their page, cart or input.',
  },
} satisfies Record<string, Record<string, string>>

/**
 * The forms of the shop, by the middle part of their tags: `form-newsletter-26` is the tag of a test of case 26 with
 * the newsletter form.
 */
export const testedForms = {
  newsletter: {
    title: 'newsletter',
    function: ['newsletter/sign-up'],
    rest: ['newsletter_signups'],
  },
  'tell-me': { title: 'availability alert', function: ['tell-me/ask', 'tell-me/confirm'] },
  'newsletter-links': {
    title: 'newsletter links',
    function: ['newsletter/confirm', 'newsletter/unsubscribe'],
  },
  'catering-enquiry': { title: 'catering enquiry', function: ['secure-catering-inquiry'] },
  'consultancy-enquiry': { title: 'consultancy enquiry', function: ['consultancy-inquiry'] },
  'guest-email': {
    title: 'guest’s email address',
    function: ['secure-guest-email/save'],
    rest: ['store_guest_cart'],
  },
  'restored-cart': { title: 'restored cart', function: ['secure-guest-email/get'] },
  'guest-data': {
    title: 'guest’s data request',
    function: ['personal-data/request', 'personal-data/download', 'personal-data/erase'],
  },
  'customer-data': {
    title: 'customer’s data',
    function: ['personal-data/account/download', 'personal-data/account/erase'],
  },
  checkout: {
    title: 'discount code and checkout',
    function: ['create-checkout'],
    rest: ['discount_of'],
  },
  'billing-portal': { title: 'billing portal of a subscription', function: ['billing-portal'] },
  'desk-invitation': { title: 'invitation to the desk', function: ['desk-invitation'] },
  'desk-payments': {
    title: 'requests of the desk to the payment provider',
    function: ['desk-orders', 'desk-person'],
  },
  welcome: { title: 'welcome', function: ['sendEmailBySlug'] },
  'sign-up': { title: 'sign-up', auth: ['/signup'] },
  'sign-in': { title: 'sign-in', auth: ['/token'] },
  recovery: {
    title: 'forgotten password, links and codes',
    auth: ['/recover', '/otp', '/magiclink', '/resend', '/verify'],
  },
  account: {
    title: 'name, email address and password of an account',
    auth: ['/user'],
    rest: ['profiles'],
  },
  'app-codes': {
    title: 'codes of an authenticator app',
    auth: ['/factors', '/factors/:id/verify'],
  },
  'admin-accounts': {
    title: 'account administration by the server',
    auth: ['/admin/users', '/admin/users/:id', '/admin/generate_link', '/invite'],
  },
  files: {
    title: 'files and buckets',
    file: [
      '/object/copy',
      '/object/move',
      '/object/sign/:bucket/:name',
      '/object/sign/:bucket',
      '/object/list/:bucket',
      '/object/list-v2/:bucket',
      '/object/:bucket',
      '/bucket',
      '/bucket/:bucket',
    ],
  },
  'recovery-codes': {
    title: 'recovery codes and sessions',
    rest: ['use_recovery_code', 'end_session'],
  },
  'cart-reminders': { title: 'checkbox for cart reminders', rest: ['set_cart_reminders'] },
  'browser-reports': { title: 'reports of browsers', rest: ['log_security_event'] },
} satisfies Record<string, TestedForm>

/**
 * The emails of the shop, by the middle part of their tags: `email-orders-27` is the tag of a test of case 27 with the
 * emails about orders.
 */
export const testedEmails = {
  newsletter: { title: 'confirmation of the newsletter', templates: ['newsletter_confirm'] },
  'tell-me': { title: 'availability alert', templates: ['tell_me_confirm', 'tell_me'] },
  'enquiry-follow-up': {
    title: 'follow-ups of enquiries',
    templates: ['consultancy_followup', 'catering_followup'],
  },
  'enquiry-notice': { title: 'notice of an enquiry', templates: ['enquiry_notice'] },
  'desk-letters': {
    title: 'emails written at the desk',
    templates: ['enquiry_reply', 'person_letter'],
  },
  'recipe-changed': { title: 'changed recipe', templates: ['recipe_news', 'label_warning'] },
  'discount-code': { title: 'discount code', templates: ['discount_code'] },
  'cart-reminder': { title: 'cart reminder', templates: ['cart_follow_up'] },
  'data-link': { title: 'link to a person’s data', templates: ['your_data'] },
  'erasure-notice': { title: 'notice of an erasure', templates: ['erasure_notice'] },
  'stray-payment': { title: 'payment without an order', templates: ['stray_payment'] },
  stuck: { title: 'notice of stuck items', templates: ['stuck_notice'] },
  welcome: { title: 'welcome', templates: ['welcome_email', 'welcome_back'] },
  'account-links': {
    title: 'links and codes for accounts',
    templates: [
      'auth_confirm',
      'auth_recover',
      'auth_email_change',
      'auth_reauthenticate',
      'auth_account_exists',
    ],
  },
  'sign-in-codes': { title: 'sign-in codes', templates: ['auth_codes'] },
  'known-password': {
    title: 'stolen password',
    templates: ['auth_password_warning'],
  },
  'desk-security': {
    title: 'security of the desk',
    templates: ['desk_invitation', 'desk_new_phone'],
  },
  orders: {
    title: 'orders',
    templates: [
      'order_confirmation',
      'order_notice',
      'order_waiting',
      'order_sent',
      'payment_failed',
      'refund',
      'order_cancelled',
    ],
  },
  boxes: {
    title: 'boxes',
    templates: [
      'box_renewal',
      'box_payment_failed',
      'box_payment_confirm',
      'box_cancelled',
      'box_resumed',
      'box_skipped',
      'box_unskipped',
    ],
  },
  disputes: {
    title: 'disputes and failed refunds',
    templates: ['dispute_notice', 'refund_failed', 'refund_failed_notice'],
  },
} satisfies Record<string, TestedEmail>

/**
 * The numbers of the abuse cases that apply to every form, and below to every email. Case 6 applies only to the
 * checkout.
 */
export const formCaseNumbers = ['6', '25', '26', '27', '28', '30', '36'] as const
export const emailCaseNumbers = ['26', '27', '30'] as const

/**
 * The tags of tests for forms and emails. A test that covers every form of a kind, or every email, has one tag for all
 * of them.
 */
type FormTag =
  `${`form-${keyof typeof testedForms}` | `every-${FormKind}-form`}-${(typeof formCaseNumbers)[number]}`
type EmailTag =
  `${`email-${keyof typeof testedEmails}` | 'every-email'}-${(typeof emailCaseNumbers)[number]}`
type CaseTag = {
  [Heading in keyof typeof abuseCases]: keyof (typeof abuseCases)[Heading]
}[keyof typeof abuseCases]

declare module 'vitest' {
  interface TestTags {
    tags: CaseTag | FormTag | EmailTag
  }
}
