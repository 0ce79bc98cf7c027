import { expect, test } from 'vitest'
import { expectShown } from '../account/expect-shown.ts'
import { fetchRows } from '../account/shoppers.ts'
import { startCaptiveProxy } from '../support/captive-proxy.ts'
import { openJourney } from '../support/journey.ts'
import { acceptInvitation, getOwnerInvitationLink } from './desk-staff.ts'

const { shop, browser, takeAnother } = openJourney({}, { isShopUsedUp: true })

test('an invitation whose response is lost is accepted at the second press', async () => {
  const proxy = await startCaptiveProxy()
  await takeAnother({ proxy: { server: proxy.server } })
  const { page } = browser
  proxy.capture('a lost answer', /desk-invitation/)
  await page.clock.install()
  const arrived = page.waitForRequest(/desk-invitation/)
  await acceptInvitation(page, getOwnerInvitationLink(shop), 'Beau', 'beau@example.com')
  await arrived
  await expect.poll(() => fetchRows(shop, 'staff?select=name')).toEqual([{ name: 'Beau' }])
  await page.clock.fastForward(60_000)
  await expectShown(page.getByText('The shop did not answer. Please try again.'))
  proxy.release()
  await page.getByRole('button', { name: 'Take my place' }).click()
  await expectShown(page.getByLabel('Six digits from your app'))
})
