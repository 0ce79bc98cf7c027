import { expect, test } from 'vitest'
import { expectShown } from '../account/expect-shown.ts'
import { signInByApi, createShopper } from '../account/shoppers.ts'
import { putInCart } from '../support/into-cart.ts'
import { openJourney } from '../support/journey.ts'
import { waitForEmail } from '../support/mailbox.ts'
import { phone } from '../support/screens.ts'
import { findDeskFaults } from './desk-faults.ts'
import { openDeskAsFirstOwner } from './desk-staff.ts'

const { shop, browser, takeAnother } = openJourney({ viewport: phone }, { isShopUsedUp: true })

test('a box is skipped with an email to its shopper and restored, then stopped at the end of its period and at once', async () => {
  const shopper = await createShopper(shop)
  await signInByApi(browser.page, shop, shopper)
  await putInCart(browser.page, shop, 'twink-box-monthly-subscription')
  await browser.page.goto(`${shop.url}/cart`)
  await browser.page.getByRole('radio', { name: /Standard/ }).check()
  await browser.page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await browser.page.waitForURL(/\/sandbox\/payments\/pay\//)
  await browser.page.getByRole('button', { name: /^Pay £|^Subscribe/ }).click()
  await browser.page.waitForURL(/\/checkout\/success/)
  await waitForEmail(shop.url, shopper.email, /^Order 1001/)

  await takeAnother({ viewport: phone })
  const { page } = browser
  await openDeskAsFirstOwner(page, shop)
  await page.goto(`${shop.url}/desk/orders/1001`)
  const box = page.getByRole('region', { name: 'The box' })
  await expectShown(box.getByText(/It carries on\. The next £20\.00 is taken on/))
  await box.getByRole('button', { name: 'Skip one…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Skip one box?' })
  await expectShown(dialog.getByText(/We won’t take £20\.00 on .* or pack a box for it/))
  expect(await findDeskFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Skip this one' }).click()
  await expectShown(box.getByText(/^The box of .* is skipped\. The next £20\.00 is taken on/))
  expect(await findDeskFaults(page)).toEqual([])
  const skipped = await waitForEmail(
    shop.url,
    shopper.email,
    /^We’ll skip your \w+ box \(order 1001\)$/,
  )
  expect(skipped.links).toContainEqual(expect.stringContaining('/account-settings#your-boxes'))

  await page.goto(`${shop.url}/desk/people/person#${shopper.email}`)
  await expectShown(page.getByText(/^£20\.00 · next .*, one skipped$/))
  await page.getByRole('button', { name: 'Don’t skip it' }).click()
  await expectShown(page.getByText(/^£20\.00 · next [^,]*$/))
  await waitForEmail(shop.url, shopper.email, /^We’ll pack your \w+ box after all/)

  await page.goto(`${shop.url}/desk/orders/1001`)
  const stop = box.getByRole('button', { name: 'Stop the box…' })
  await stop.click()
  const question = page.getByRole('dialog', { name: 'Stop the box?' })
  await browser.context.setOffline(true)
  await expectShown(question.getByRole('button', { name: 'Stop now · no signal', disabled: true }))
  expect(await findDeskFaults(page)).toEqual([])
  await browser.context.setOffline(false)
  await question.getByRole('button', { name: 'Stop when the paid time is up' }).click()
  await expectShown(box.getByText(/^It ends on .*\. No more payments\.$/))
  await stop.click()
  await expectShown(question.getByText(/^It ends on .* anyway/))
  await question.getByRole('button', { name: 'Stop now' }).click()
  await expectShown(box.getByText(/^It ended on/))
  await expectShown(page.getByText('Box stopped at its end'))
  await expectShown(page.getByText('Box stopped at once'))
  await waitForEmail(shop.url, shopper.email, /^Your box is cancelled/)
})
