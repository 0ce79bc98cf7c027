import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { expectShown } from '../account/expect-shown.ts'
import { fetchRows } from '../account/shoppers.ts'
import { openJourney } from '../support/journey.ts'
import { phone } from '../support/screens.ts'
import { insertPaidOrder } from './desk-orders.ts'
import { generateAuthenticatorCode, openDeskAsFirstOwner, ownersPassword } from './desk-staff.ts'

const { shop, browser } = openJourney({ viewport: phone }, { isShopUsedUp: true })

test(
  'an offline change survives a session that ended elsewhere and is sent after the next sign-in',
  { tags: ['abuse-in-between'] },
  async () => {
    const { page, context } = browser
    const key = await openDeskAsFirstOwner(page, shop)
    const number = await insertPaidOrder(shop, 'Priya Raman')
    const status = async () => {
      const found = await fetchRows<{ status: string }>(
        shop,
        `orders?select=status&number=eq.${number}`,
      )
      return found[0]?.status
    }
    await page.goto(`${shop.url}/desk/pack/send?orders=${number}`)
    await page.getByRole('button', { name: 'Mark 1 as sent' }).waitFor()
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Mark 1 as sent' }).click()
    await expectShown(page.getByRole('button', { name: 'Waiting for signal' }))
    const token = await page.evaluate(() => {
      const session = JSON.parse(localStorage.getItem('desk-session') ?? '')
      localStorage.setItem('desk-session', JSON.stringify({ ...session, expires_at: 1 }))
      return String(session.access_token)
    })
    const { auth } = createClient(shop.url, (await shop.keys()).secret)
    expect((await auth.admin.signOut(token)).error).toBeNull()
    const sent: string[] = []
    page.on('request', (request) => {
      if (/desk_send/.test(request.url())) sent.push(request.method())
    })
    await context.setOffline(false)
    await expectShown(
      page.getByText('A change waits on this device. Sign in again to send it.').first(),
    )
    await expectShown(page.getByLabel('Password'))
    expect(await page.locator('body').innerText()).not.toMatch(/permission denied/)
    expect(sent).toEqual([])
    expect(await status()).toBe('paid')
    await page.getByLabel('Email').fill('beau@example.com')
    await page.getByLabel('Password').fill(ownersPassword)
    await page.keyboard.press('Enter')
    await page.getByLabel('Six digits from your app').fill(generateAuthenticatorCode(key, 1))
    await expect.poll(status).toBe('fulfilled')
  },
)
