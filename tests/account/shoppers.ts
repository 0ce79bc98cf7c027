import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import type { RunningShop } from '../support/running-shop.ts'

export interface Shopper {
  name: string
  email: string
  password: string
}

export function aShopper(changes: Partial<Shopper> = {}): Shopper {
  return {
    name: 'Marsha Bell',
    email: `marsha-${randomUUID().slice(0, 8)}@example.com`,
    password: 'Hot5auce4Me',
    ...changes,
  }
}

/** Creates an account with a confirmed address through the admin API, for tests of features other than signing up. */
export async function createShopper(
  shop: RunningShop,
  changes: Partial<Shopper> = {},
): Promise<Shopper> {
  const shopper = aShopper(changes)
  const { secret } = await shop.keys()
  await makeAccount(shop, shopper, { path: 'admin/users', key: secret })
  return shopper
}

export async function signUpByApi(shop: RunningShop, shopper: Shopper): Promise<void> {
  const { publishable } = await shop.keys()
  await makeAccount(shop, shopper, { path: 'signup', key: publishable })
}

async function makeAccount(
  shop: RunningShop,
  { name, email, password }: Shopper,
  { path, key }: { path: 'signup' | 'admin/users'; key: string },
): Promise<void> {
  const named = { full_name: name }
  const answer = await fetch(`${shop.url}/auth/v1/${path}`, {
    method: 'POST',
    headers: { apikey: key, 'content-type': 'application/json' },
    body: JSON.stringify(
      path === 'signup'
        ? { email, password, data: named }
        : { email, password, user_metadata: named, email_confirm: true },
    ),
  })
  if (!answer.ok)
    throw new Error(`${path} answered ${answer.status}: ${await answer.text()}\n${shop.output()}`)
}

/** Fills in and submits the sign-in form of the open page. */
export async function submitSignIn(page: Page, shopper: Shopper): Promise<void> {
  await page.getByLabel('Email').fill(shopper.email)
  await page.getByLabel('Password', { exact: true }).fill(shopper.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

/** Signs in with the form on /auth and waits for the redirect to the home page. */
export async function signIn(page: Page, shop: RunningShop, shopper: Shopper): Promise<void> {
  await page.goto(`${shop.url}/auth`)
  await submitSignIn(page, shopper)
  await page.waitForURL(`${shop.url}/`)
}

/**
 * Signs in through the API instead of the form, with the same stored session as after `signIn`, for tests of other
 * features. The page then shows a plain file of the shop.
 */
export async function signInByApi(
  page: Page,
  shop: RunningShop,
  { email, password }: Shopper,
): Promise<void> {
  const { publishable } = await shop.keys()
  const answer = await fetch(`${shop.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: publishable, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const session = await answer.text()
  if (!answer.ok) throw new Error(`The sign-in answered ${answer.status}: ${session}`)
  await page.goto(`${shop.url}/robots.txt`)
  await page.evaluate((text) => localStorage.setItem('shop-session', text), session)
}

/** Reads rows with the secret key. `query` is the path of a REST request, which begins with the table. */
export async function fetchRows<Row>(shop: RunningShop, query: string): Promise<Row[]> {
  const { secret } = await shop.keys()
  const answer = await fetch(`${shop.url}/rest/v1/${query}`, { headers: { apikey: secret } })
  if (!answer.ok) throw new Error(`${query} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Row[]
}

/** Updates rows with the secret key, which row level security does not restrict. `query` begins with the table. */
export async function updateRows(shop: RunningShop, query: string, values: object): Promise<void> {
  const { secret } = await shop.keys()
  const answer = await fetch(`${shop.url}/rest/v1/${query}`, {
    method: 'PATCH',
    headers: { apikey: secret, 'content-type': 'application/json' },
    body: JSON.stringify(values),
  })
  if (!answer.ok) throw new Error(`${query} answered ${answer.status}: ${await answer.text()}`)
}

/** Inserts a row with the secret key, which row level security does not restrict. */
export async function addRow(shop: RunningShop, table: string, row: object): Promise<void> {
  const { secret } = await shop.keys()
  const answer = await fetch(`${shop.url}/rest/v1/${table}`, {
    method: 'POST',
    headers: { apikey: secret, 'content-type': 'application/json' },
    body: JSON.stringify(row),
  })
  if (!answer.ok) throw new Error(`${table} answered ${answer.status}: ${await answer.text()}`)
}
