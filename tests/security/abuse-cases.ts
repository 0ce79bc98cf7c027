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
      'A price, a total or a currency from outside is refused or passed over; the database says what is charged.',
    'abuse-2':
      'A quantity is a whole number from 1 to 99, in the function, in SQL and in the tables.',
    'abuse-3':
      'What can no longer be bought, or costs something else by now, is named and not sold.',
    'abuse-4': 'Only a product’s own present price id reaches the payment provider.',
    'abuse-5':
      'The server picks XL above five pieces and its own rate; unknown methods are refused.',
    'abuse-6':
      'A discount code is one use by its owner, however it is typed, and never takes more than the goods.',
    'abuse-7':
      'A crowd at the last ten pieces gets exactly ten, and nobody holds them for nothing.',
    'abuse-8': 'One cart, however often it is sent, is one order and one session.',
    'abuse-9':
      'Huge carts and notes are refused at once; more than fifty lines are noted; what is stored is two keys a line, within a day’s budget.',
  },
  Access: {
    'abuse-10':
      'Every table and function is decided for every kind of caller; a new one that is not decided fails.',
    'abuse-11': 'A guest’s cart opens to its exact id alone, and ids are in no log.',
    'abuse-12': 'Other schemas, the sign-in tables, embeds and foreign rows are out of reach.',
    'abuse-12-sign-in':
      'An account is its own person’s and the server’s; where it asks for a code a password alone opens nothing.',
    'abuse-13':
      'Roles, owners, stamps and states that come with a payload are refused or without effect.',
    'abuse-14':
      'Only what the provider signed or answered settles an order; the success page believes nothing.',
  },
  'Notifications of the payment provider': {
    'abuse-14-boxes':
      'A box is seen and stopped by its owner alone, and changed by what the provider says alone.',
    'abuse-15':
      'A missing or wrong signature, or one from more than five minutes ago or ahead, is refused before anything is read.',
    'abuse-16-boxes':
      'Their events count once, in any order, and an older answer never stands over a newer one.',
    'abuse-16': 'An event counts once, in any order; what does not fit its order is set aside.',
  },
  'Sign-in': {
    'abuse-17': 'A token that these keys did not sign, as they sign, opens nothing.',
    'abuse-18':
      'A replayed refresh token ends its session; signing out and a new password end the others.',
    'abuse-18-codes':
      'A code ends the sessions that gave none; an ended session lists and ends nothing.',
    'abuse-19-codes':
      'A code of an app or of the list is taken once; guesses are limited by account and address.',
    'abuse-19-stolen-password':
      'Without the phone it locks its owner out nowhere, ends and changes nothing of theirs, and the owner is notified.',
    'abuse-19-strangers': 'Strangers who fill the limits of codes close them to nobody else.',
    'abuse-19': 'Guesses at passwords and codes, sprays and mails on request run into limits.',
    'abuse-20': 'Known and unknown addresses look and cost the same (the times are in the bench).',
    'abuse-21': 'Whatever a target says, it leads to the shop’s own origin.',
    'abuse-22':
      'Passwords that are too short, too long, too common or hold a NUL are refused by name.',
    'abuse-23':
      'Hashing stays off the event loop and waits for nothing else (what ten sign-ins cost the others is in the bench).',
  },
  Injection: {
    'abuse-24': 'Signs in a search term are letters like any other.',
    'abuse-25':
      'NUL is a 400 and never a fault; emoji, right-to-left and long texts come back or are refused.',
    'abuse-26':
      'What visitors wrote is inert on every page, in every email and in every file that shows it.',
    'abuse-27': 'A line break ends no header, and an email goes to one address.',
    'abuse-28': 'The log is JSON without secrets; a prototype in a body is a 400.',
    'abuse-29':
      'A file is stored exactly as it is called or refused, in a folder that its bringer may fill, within the limits of its bucket; it is served under a fixed type and runs nothing. No name leads out of the store.',
  },
  'Availability and platform': {
    'abuse-30':
      'Floods of forms run into limits; new guest carts are limited by address, generously.',
    'abuse-31': 'Large bodies and headers, deep JSON and dawdlers do not hold the shop up.',
    'abuse-pages':
      'Neither checkouts nor made-up addresses take the pages from the cache, or the machine from the others.',
    'abuse-32':
      'A statement has a time limit, an answer a thousand rows and two million bytes at most, and one address a share of the sessions.',
    'abuse-33':
      'Patterns cost linear time, on text whose length was capped first; a visitor brings none of their own.',
    'abuse-34': 'Nothing that a visitor claims, and nothing personal, is in a page that is kept.',
    'abuse-35': 'Every answer carries the guarding headers, and only named scripts run.',
    'abuse-36': 'A page of another site changes nothing, and reading changes nothing.',
    'abuse-37': 'No answer tells of stacks, SQL, paths or secrets; unknown methods are 405.',
  },
  'The sandbox': {
    'abuse-sandbox':
      'Mail and payments of the sandbox are for whoever runs the shop, or holds the token.',
  },
  Faults: {
    'abuse-database':
      'The database is gone: known pages stay, others say so, all is well when it is back.',
    'abuse-log':
      'The disk that the log lies on is full: nobody notices, and its lines come when there is space.',
    'abuse-side-by-side':
      'Two processes, also in two containers, never run on the same data; the later one waits, then refuses in one line.',
    'abuse-first-start':
      'Killed anywhere in its very first start, the shop leaves nothing running and no password, and opens the next time.',
    'abuse-backup':
      'A backup shows one moment, keys are in it only sealed, and a broken one is refused before anything is touched.',
    'abuse-refused-start': 'What the owner can mend is said in one line, and nothing is changed.',
    'abuse-update':
      'While one process ends and the next one opens nobody is refused, and nothing that was acknowledged is lost; what does not build or does not open is taken back; pages of the build before go on.',
    'abuse-allergens':
      'An allergen that nobody has answered for is never shown as free from, no two places disagree, and a warning is published at once.',
    'abuse-earlier-versions':
      'What an earlier version stored is read: products, drafts, changes that wait, carts, emails and backups.',
    'abuse-stuck':
      'The owner is notified of each fault that the shop cannot mend by itself, without a customer’s name.',
    'abuse-figures':
      '`/metrics` answers at the machine or to its token, names nobody, and does not grow by what is asked for.',
    'abuse-mail': 'The mail server is away for ten minutes: each email arrives once afterwards.',
    'abuse-encrypted-mail':
      'A mail server elsewhere gets neither password nor email before the connection is encrypted.',
    'abuse-taken-back':
      'A payment that a bank takes back is not packed, is not paid back a second time, and the owner learns by when to answer.',
    'abuse-in-between':
      'What a Wi-Fi’s sign-in page, a proxy or a CDN answers in the shop’s place decides nothing: changes are kept and sent, nobody is signed out, nothing of it is read or kept.',
    'abuse-removed-meanwhile':
      'What was changed at one desk and removed at another is a conflict with words, not a fault.',
    'abuse-provider':
      'The payment provider is slow, fails or cuts the connection: a message within 15 s, the cart stays, one session.',
    'abuse-power':
      'The process is killed anywhere on the way: a paid session ends as one paid order with its emails.',
    'abuse-food':
      'A recipe that changes while paid orders wait is in no parcel, on no slip and in no email by mistake: somebody says which jar goes in.',
    'abuse-one-tap': 'What writes to people asks first, or can be taken back before it leaves.',
    'abuse-browser':
      'What is older, or stands in between (extensions, translations, broken storage), loses nobody their page, cart or words.',
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
  'tell-me': { title: 'tell me when it’s here', function: ['tell-me/ask', 'tell-me/confirm'] },
  'newsletter-links': {
    title: 'newsletter links',
    function: ['newsletter/confirm', 'newsletter/unsubscribe'],
  },
  'catering-enquiry': { title: 'catering enquiry', function: ['secure-catering-inquiry'] },
  'consultancy-enquiry': { title: 'consultancy enquiry', function: ['consultancy-inquiry'] },
  'guest-email': {
    title: 'guest’s email',
    function: ['secure-guest-email/save'],
    rest: ['store_guest_cart'],
  },
  'restored-cart': { title: 'restored cart', function: ['secure-guest-email/get'] },
  'guest-data': {
    title: 'guest’s request for data',
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
    title: 'what the desk asks of the payment provider',
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
    title: 'account’s name, address and new password',
    auth: ['/user'],
    rest: ['profiles'],
  },
  'app-codes': { title: 'codes of an app', auth: ['/factors', '/factors/:id/verify'] },
  'admin-accounts': {
    title: 'accounts by the server',
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
  'cart-reminders': { title: 'box for reminders', rest: ['set_cart_reminders'] },
  'browser-reports': { title: 'browser’s own reports', rest: ['log_security_event'] },
} satisfies Record<string, TestedForm>

/**
 * The emails of the shop, by the middle part of their tags: `email-orders-27` is the tag of a test of case 27 with the
 * emails about orders.
 */
export const testedEmails = {
  newsletter: { title: 'confirmation of the newsletter', templates: ['newsletter_confirm'] },
  'tell-me': { title: 'tell me when it’s here', templates: ['tell_me_confirm', 'tell_me'] },
  'enquiry-follow-up': {
    title: 'follow-ups of enquiries',
    templates: ['consultancy_followup', 'catering_followup'],
  },
  'enquiry-notice': { title: 'notice of an enquiry', templates: ['enquiry_notice'] },
  'desk-letters': { title: 'letters of the desk', templates: ['enquiry_reply', 'person_letter'] },
  'recipe-changed': { title: 'a recipe has changed', templates: ['recipe_news', 'label_warning'] },
  'discount-code': { title: 'discount code', templates: ['discount_code'] },
  'cart-reminder': { title: 'cart reminder', templates: ['cart_follow_up'] },
  'data-link': { title: 'link to one’s data', templates: ['your_data'] },
  'erasure-notice': { title: 'notice of an erasure', templates: ['erasure_notice'] },
  'stray-payment': { title: 'a payment that belongs to nobody', templates: ['stray_payment'] },
  stuck: { title: 'what is stuck', templates: ['stuck_notice'] },
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
    title: 'a password that somebody else knows',
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
export const casesOfForms = ['6', '25', '26', '27', '28', '30', '36'] as const
export const casesOfEmails = ['26', '27', '30'] as const

/**
 * The tags of tests for forms and emails. A test that covers every form of a kind, or every email, has one tag for all
 * of them.
 */
type FormTag =
  `${`form-${keyof typeof testedForms}` | `every-${FormKind}-form`}-${(typeof casesOfForms)[number]}`
type EmailTag =
  `${`email-${keyof typeof testedEmails}` | 'every-email'}-${(typeof casesOfEmails)[number]}`
type CaseTag = {
  [Heading in keyof typeof abuseCases]: keyof (typeof abuseCases)[Heading]
}[keyof typeof abuseCases]

declare module 'vitest' {
  interface TestTags {
    tags: CaseTag | FormTag | EmailTag
  }
}
