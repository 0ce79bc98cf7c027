import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createAccount,
  type PersonalDataShop,
  createTableFillers,
  type CustomerWithData,
  startPersonalDataShop,
} from './person.ts'

/** Tables with text but without personal data, each with the reason. */
const harmless: Readonly<Record<string, string>> = {
  'auth.key_fingerprint': 'a hash of the shop’s own keys',
  'public.products': 'the catalogue',
  'public.prices': 'the catalogue',
  'public.recipe_versions': 'what was in a product',
  'public.delivery_methods': 'the catalogue',
  'public.announcement_bar': 'the shop’s own words',
  'public.holiday': 'the shop’s own words',
  'public.last_boxes': 'the shop’s own words',
  'public.faqs': 'the shop’s own words',
  'public.testimonials': 'first names and places, published with their leave',
  'public.venues': 'places where the shop is met',
  'public.dates': 'when the shop is met',
  'public.date_changes': 'when the shop is met otherwise than planned',
  'public.announcements': 'that something of the catalogue changed',
  'public.catalogue_jobs': 'what of the catalogue the payment provider is to be told',
  'public.payment_accounts': 'which account of the payment provider the shop sells by',
  'public.payment_provider_ids': 'ids of the catalogue at the payment provider',
  'public.order_items': 'what was bought; whose it was stands in the order alone',
  'public.refunds': 'what was paid back of an order; whose it was stands in the order alone',
  'public.disputes':
    'which payment a bank questions, and why; whose it was stands in the order alone',
  'public.failed_refunds': 'which refund did not arrive; whose it was stands in the order alone',
  'public.payment_events': 'what the payment provider said of an order, without names',
  'public.balance_transactions':
    'what moved the balance at the payment provider; whose payment it was stands in the order alone',
  'public.payouts': 'what the payment provider sent to the bank',
  'public.balance_reading': 'how far the balance has been read',
  'public.money_product_days': 'how many of a product were sold on a day',
  'public.money_product_months': 'how many of a product were sold until a month was over',
  'public.order_packing':
    'a note of an order, which goes with its name; whose it was stands in the order alone',
  'public.packed_recipes':
    'which recipe went into a parcel; whose it was stands in the order alone',
  'public.sent_recipe_emails':
    'who was written to about a recipe; whose order it was stands in the order alone',
  'public.part_parcels': 'what of an order went ahead; whose it was stands in the order alone',
  'public.staff': 'who works at the desk; goes with their account',
  'public.desk_log': 'what staff did, by the number of an order and never by a customer’s name',
  'public.guard_salt': 'a random value',
  'auth.rate_limits': 'seals that the sign-in service alone can make',
  'public.last_backup': 'when the shop was backed up, and where to',
}

let shop: PersonalDataShop
let person: CustomerWithData
let known: Record<string, () => Promise<unknown>>
beforeAll(async () => {
  shop = await startPersonalDataShop()
  // The sample testimonials must not be found in place of the person: one of their authors is called Marsha, too.
  await shop.database.sql`delete from public.testimonials`
  person = await createAccount(shop, 'marsha@example.com')
  known = createTableFillers(shop, person)
  for (const fill of Object.values(known)) await fill()
})
afterAll(() => shop.stop())

/**
 * Returns the tables of the shop and of the sign-in service with a column that can contain text, an address or the id
 * of an account.
 */
async function tablesWithWords(): Promise<string[]> {
  const rows = await shop.database.sql<{ name: string }[]>`
    select distinct table_schema || '.' || table_name as name
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema in ('public', 'auth') and table_type = 'BASE TABLE'
      and (data_type in ('text', 'character varying', 'json', 'jsonb', 'inet', 'bytea', 'ARRAY') or column_name ~ 'user|mail|name|address')`
  return rows.map(({ name }) => name)
}

/** Returns the tables with a row that contains one of the marks. */
async function tablesThatName(marks: string[]): Promise<string[]> {
  const found = []
  for (const table of await tablesWithWords()) {
    const rows = await shop.database.sql.unsafe<{ row: string }[]>(
      `select t::text as row from ${table} t`,
    )
    if (rows.some(({ row }) => marks.some((mark) => row.includes(mark)))) found.push(table)
  }
  return found
}

test('every table with text is listed as personal or harmless', async () => {
  expect([...Object.keys(known), ...Object.keys(harmless)].toSorted()).toEqual(
    (await tablesWithWords()).toSorted(),
  )
})

test('the test data fills every table that can hold personal data', async () => {
  expect((await tablesThatName(person.marks)).toSorted()).toEqual(Object.keys(known).toSorted())
})

test('the copy has the data of every table and no secrets', async () => {
  const { data } = await shop.secret.rpc('personal_data', {
    p_user_id: person.id,
    p_email: person.email,
  })
  const text = JSON.stringify(data)
  for (const fact of [
    '"full_name":"Marsha Bell"',
    '"cart":{',
    '"guest_carts":[{',
    '12 Marsha Lane',
    'Nashville Chilli Crisp',
    'Twink Box, Monthly',
    '"recipient":"marsha@example.com"',
    'I am Marsha and need help',
    'Marsha rang about slaw',
    '"consent_page":"/"',
    '"wording":"Remind me"',
    '"wording":"Remind the account"',
    '"cart_reminders_sent":{',
    'TENMARSHA',
    '"discount_code_given_at":"2026-11-01T',
    '020 7946 0123',
    'guest_email_saved',
    'consultancy_inquiry_success',
    'sendEmailBySlug:recipient:marsha@example.com',
    '"data_requests":[{',
    'next-Marsha@example.com',
    '"nick":"Marsha"',
    'Telephone of Marsha',
    'Marsha-Browser',
    '203.0.113.77',
    'recovery_token',
    'mfa_verification_failed',
    'billing-portal',
    '"desk_invitations":[{"role":"packer"',
  ])
    expect(text).toContain(fact)
  expect(data.no_marketing_since).not.toBeNull()
  const [secrets] = await shop.database.sql`
    select encrypted_password as password, (select string_agg(token, ' ') from auth.refresh_tokens) as tokens
    from auth.users where id = ${person.id}`
  for (const secret of [secrets?.password, ...String(secrets?.tokens).split(' ')])
    expect(text).not.toContain(secret)
  expect(text.match(/secret-[\w-]*/g)).toBeNull()
})

test('an erasure leaves only the hashes of suppressed addresses and issued discount codes', async () => {
  const [sender] = await shop.database.sql`select public.keyed_hash(${person.id}) as hash`
  const { data } = await shop.secret.rpc('erase_person', {
    p_user_id: person.id,
    p_email: person.email,
    p_business_email: 'owner@example.com',
  })
  expect(data).toEqual({ erased: true })
  expect((await tablesThatName([...person.marks, sender?.hash])).toSorted()).toEqual([
    'public.discount_codes_given',
    'public.suppressions',
  ])
})
