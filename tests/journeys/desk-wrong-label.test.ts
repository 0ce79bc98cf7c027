import { expect, test } from 'vitest'
import { expectShown } from '../account/expect-shown.ts'
import { updateRows, fetchRows } from '../account/shoppers.ts'
import { openJourney } from '../support/journey.ts'
import { phone } from '../support/screens.ts'
import { findDeskFaults } from './desk-faults.ts'
import { insertPaidOrder } from './desk-orders.ts'
import { getProductBySlug } from './desk-product.ts'
import { openDeskAsFirstOwner } from './desk-staff.ts'

const { shop, browser } = openJourney({ viewport: phone }, { isShopUsedUp: true })

test(
  'the owner says in two taps that the old label was wrong, and email, Pack and slip have the right one',
  { tags: ['abuse-food'] },
  async () => {
    const { page } = browser
    await openDeskAsFirstOwner(page, shop)
    const number = await insertPaidOrder(shop, 'Priya Raman')
    const { id, allergens } = await getProductBySlug(shop, 'nashville-chilli-crisp')
    await updateRows(shop, `products?id=eq.${id}`, {
      allergens: allergens.replace('Contains: ', 'Contains: peanuts, '),
    })

    await page.goto(`${shop.url}/desk/products/${id}`)
    await page.getByRole('button', { name: 'Write to them…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Write to them' })
    await expectShown(dialog.getByText(/^New on the label since .*: peanuts\. Why\?$/))
    const email = dialog.frameLocator('iframe')
    await expectShown(email.getByText('The email that says your parcel is on its way'))
    expect(await findDeskFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'The old label was wrong' }).click()
    await expectShown(
      dialog.getByRole('button', { name: 'The old label was wrong', pressed: true }),
    )
    await expectShown(email.getByText('The label of Nashville Chilli Crisp was wrong.').first())
    await expectShown(dialog.getByText(`Order ${number}: not sent yet, wrong label`))
    expect(await findDeskFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Send 1 email' }).click()
    await expectShown(page.getByText('An email to 1 person leaves'))
    const [news] = await fetchRows<{ data: unknown }>(
      shop,
      'outbox?select=data&template=eq.recipe_news',
    )
    expect(news?.data).toMatchObject({
      orders: [{ number, jars: [{ isWrong: true, newAllergens: ['peanuts'] }] }],
    })

    await page.goto(`${shop.url}/desk/pack`)
    await expectShown(page.getByText('Nashville Chilli Crisp: label corrected since this order'))
    expect(await page.locator('[data-recipe-flag]').count()).toBe(0)
    await page.goto(`${shop.url}/desk/pack/slips?orders=${number}`)
    const slip = page.getByRole('article', { name: `Slip of order ${number}` })
    await expectShown(slip.getByText('Label corrected:'))
    expect(await slip.innerText()).toMatch(/Contains: [^.]*PEANUTS/)
    expect(await page.getByText('old jar or new?').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Print' }).isEnabled()).toBe(true)
    expect(await findDeskFaults(page)).toEqual([])
    await page.goto(`${shop.url}/desk/orders/${number}`)
    await expectShown(page.getByText('That label was wrong. The right one:'))
    expect(await findDeskFaults(page)).toEqual([])
  },
)
