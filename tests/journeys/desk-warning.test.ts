import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectShown } from '../account/expect-shown.ts'
import { updateRows, createShopper, fetchRows, signIn } from '../account/shoppers.ts'
import { openJourney } from '../support/journey.ts'
import { phone } from '../support/screens.ts'
import {
  getConflictDialog,
  closeToasts,
  confirmConflictChoices,
  getProductBySlug,
} from './desk-product.ts'
import { findDeskFaults } from './desk-faults.ts'
import { openDeskAsFirstOwner } from './desk-staff.ts'

const { shop, browser } = openJourney({ viewport: phone }, { isShopUsedUp: true })
const crisp = 'nashville-chilli-crisp'
const group = (page: Page, name: string) =>
  page.getByRole('group', { name: new RegExp(`^${name}`) })

/**
 * Sets a product to the state it has in a shop that is older than the fourteen allergen questions, with other gaps in
 * its label.
 */
async function beOld(): Promise<void> {
  await updateRows(shop, `products?slug=eq.${crisp}`, {
    allergens: 'Contains: soya, sesame, sulphites. Made in a kitchen that handles milk.',
    allergen_answers: null,
    storage: null,
  })
}

async function labelOnPage(page: Page): Promise<string> {
  await page.goto(`${shop.url}/shop/product/${crisp}`)
  return page.getByRole('main').innerText()
}

/**
 * Adds an allergen warning with three taps from the product list: on the product's row, on "Contains" and on "Publish
 * changes".
 */
async function addInThreeTaps(page: Page): Promise<void> {
  await page.getByRole('link', { name: /Nashville Chilli/ }).click()
  await group(page, 'Peanuts').getByText('Contains', { exact: true }).click()
  await page.getByRole('button', { name: 'Publish changes', exact: true }).click()
  await expectShown(page.getByText('Nashville Chilli Crisp: on sale as you see it here.'))
  await closeToasts(page)
}

/**
 * Checks that an added allergen warning is published in spite of another person's newer version or an invalid price, and that a
 * warning of that version stays.
 */
async function warnInSpite(page: Page): Promise<void> {
  const warning = page.getByText('the shop shows the new warnings.')
  const publish = page.getByRole('button', { name: /^Publish changes/ })
  const answersOf = async () => (await getProductBySlug(shop, crisp)).allergen_answers
  await group(page, 'Lupin').getByText('May contain', { exact: true }).click()
  await page.getByLabel('How to keep it').fill('Keep cool, dark and out of reach.')
  await updateRows(shop, `products?slug=eq.${crisp}`, { tagline: 'Another line.' })
  await publish.click()
  await expectShown(warning)
  expect(await answersOf()).toMatchObject({ lupin: 'may', molluscs: 'free' })
  await expectShown(
    getConflictDialog(page).getByText('You changed different things. Both are kept.'),
  )
  expect(await findDeskFaults(page)).toEqual([])
  await confirmConflictChoices(page)
  await closeToasts(page)

  await group(page, 'Molluscs').getByText('Contains', { exact: true }).click()
  await page.getByLabel('Price').fill('abc')
  const theirs = { ...(await answersOf()), lupin: 'contains' }
  await updateRows(shop, `products?slug=eq.${crisp}`, { allergen_answers: theirs })
  await publish.click()
  await expectShown(warning)
  await expect.poll(answersOf).toMatchObject({ ...theirs, molluscs: 'contains' })
  const lupin = group(page, 'Lupin').getByRole('radio', { name: 'Contains' })
  await expect.poll(() => lupin.isChecked()).toBe(true)
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
  expect(await page.getByLabel('Price').inputValue()).toBe('abc')
  expect(await getProductBySlug(shop, crisp)).toMatchObject({ tagline: 'Another line.' })
  await closeToasts(page)
  await page.getByLabel('Price').fill('8.50')
}

/**
 * Checks that an added allergen warning is published although the desk or the server refuses the value of another
 * field.
 */
async function warnBesideInvalidFields(page: Page): Promise<void> {
  const warning = page.getByText('the shop shows the new warnings.')
  const publish = page.getByRole('button', { name: /^Publish changes/ })
  const answers = async () => (await getProductBySlug(shop, crisp)).allergen_answers
  await group(page, 'Celery').getByText('Contains', { exact: true }).click()
  await page.getByLabel('Net quantity').fill('0.06')
  await publish.click()
  await expectShown(warning)
  await expectShown(page.getByText('How much is in it? A number, like 60.'))
  await expect.poll(answers).toMatchObject({ celery: 'contains' })
  await closeToasts(page)

  await page.getByLabel('Net quantity').fill('190')
  await group(page, 'Crustaceans').getByText('May contain', { exact: true }).click()
  await page
    .getByRole('textbox', { name: 'Sizes' })
    .fill(Array.from({ length: 21 }, (_, at) => `size ${at}`).join(', '))
  await publish.click()
  await expectShown(warning)
  await expectShown(page.getByRole('alert').getByText('Twenty sizes and twenty tags at most.'))
  await expect.poll(answers).toMatchObject({ celery: 'contains', crustaceans: 'may' })
  await closeToasts(page)
  // The next publication is a conflict until the form has taken over the published warnings.
  await expect.poll(() => page.evaluate(getDraftAnswers)).toMatchObject({ crustaceans: 'may' })
  await page.getByRole('textbox', { name: 'Sizes' }).fill('')
  await page.getByLabel('A line under the name').fill('The last line.')
  const versions = page.getByRole('button', { name: 'Back to it' })
  const count = await versions.count()
  await publish.click()
  await expectShown(page.getByText('Nashville Chilli Crisp: on sale as you see it here.'))
  await expect.poll(() => versions.count()).toBe(count + 1)
  expect(await answers()).toMatchObject({ lupin: 'contains', molluscs: 'contains' })
}

/** Checks that restoring an old version names the warnings that it lacks, and can keep them. */
async function restoreWithWarnings(page: Page): Promise<void> {
  await closeToasts(page)
  await page.getByRole('button', { name: 'Back to it' }).nth(2).click()
  const dialog = page.getByRole('dialog', { name: 'Back to the old version?' })
  await expectShown(dialog.getByText('That one doesn’t warn of celery, crustaceans.'))
  await expectShown(dialog.getByRole('button', { name: 'Back to it without them' }))
  expect(await findDeskFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Back to it, keep the warnings' }).click()
  await expectShown(page.getByText('Nashville Chilli Crisp: on sale as you see it here.'))
  await expect
    .poll(() => getProductBySlug(shop, crisp))
    .toMatchObject({
      allergen_answers: { celery: 'contains', crustaceans: 'may' },
      tagline: 'Another line.',
    })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect
    .poll(() => getProductBySlug(shop, crisp))
    .toMatchObject({ tagline: 'The last line.' })
}

/**
 * Checks that an allergen warning can be published after a publication whose response was lost, before and after a
 * reload.
 */
async function warnWithoutAnswer(page: Page): Promise<void> {
  const publish = page.getByRole('button', { name: /^Publish changes/ })
  const done = page.getByText('Nashville Chilli Crisp: on sale as you see it here.')
  async function publishUnanswered(tagline: string) {
    await closeToasts(page)
    const arrived = Promise.withResolvers<void>()
    const giveNoAnswer = async (route: Route) => {
      await route.fetch()
      arrived.resolve()
    }
    await page.route(/desk_publish/, giveNoAnswer, { times: 1 })
    await page.getByLabel('A line under the name').fill(tagline)
    await publish.click()
    await arrived.promise
  }
  await publishUnanswered('Never answered.')
  await group(page, 'Eggs').getByText('Contains', { exact: true }).click()
  await publish.click()
  await expectShown(done)
  expect(await getProductBySlug(shop, crisp)).toMatchObject({
    tagline: 'Never answered.',
    allergen_answers: { eggs: 'contains' },
  })
  await publishUnanswered('No answer again.')
  await group(page, 'Fish').getByText('Contains', { exact: true }).click()
  await page.reload()
  await expectShown(page.getByText('Your later changes aren’t yet: publish them, too.'))
  await closeToasts(page)
  await publish.click()
  await expectShown(done)
  expect(await getProductBySlug(shop, crisp)).toMatchObject({
    tagline: 'No answer again.',
    allergen_answers: { eggs: 'contains', fish: 'contains' },
  })
  expect(await getConflictDialog(page).count()).toBe(0)
}

/** Checks that after a reload warnings that were published alone are not announced as the whole product. */
async function warnAloneWithoutAnswer(page: Page): Promise<void> {
  const storage = page.getByLabel('How to keep it')
  const keep = await storage.inputValue()
  await closeToasts(page)
  await storage.fill('')
  await group(page, 'Mustard').getByText('Contains', { exact: true }).click()
  await page.getByRole('button', { name: /^Publish changes/ }).click()
  const arrived = Promise.withResolvers<void>()
  const giveNoAnswer = async (route: Route) => {
    await route.fetch()
    arrived.resolve()
  }
  await page.route(/desk_publish/, giveNoAnswer, { times: 1 })
  await page.getByRole('button', { name: 'Publish the warnings now' }).click()
  await arrived.promise
  await page.reload()
  // The draft is based on the published warnings once the form has taken them over.
  await expect.poll(() => page.evaluate(getDraftAnswers)).toMatchObject({ mustard: 'contains' })
  await expectShown(page.getByText('Your other changes aren’t published yet.'))
  expect(await page.getByText('is published').count()).toBe(0)
  expect(await storage.inputValue()).toBe('')
  await storage.fill(keep)
}

/** Runs in the page: returns the allergen answers of the version on which the draft of a product is based. */
function getDraftAnswers(): unknown {
  const name = Object.keys(localStorage).find((key) => /^desk-draft:.*product:/.test(key))
  const draft: { base?: { answers: unknown } } = JSON.parse(
    localStorage.getItem(name ?? '') ?? '{}',
  )
  return draft.base?.answers
}

test(
  'an allergen is published in three taps on a phone despite other gaps, and the product is taken off sale from them',
  { tags: ['abuse-allergens'] },
  async () => {
    const { page } = browser
    await beOld()
    await openDeskAsFirstOwner(page, shop)
    await page.getByRole('link', { name: 'Products' }).click()
    await expectShown(page.getByText('Label incomplete: 10 answers missing'))
    await addInThreeTaps(page)
    expect(await group(page, 'Soya').getByRole('radio', { name: 'Contains' }).isChecked()).toBe(
      true,
    )
    const other = await browser.context.newPage()
    await expect
      .poll(() => labelOnPage(other))
      .toMatch(/Contains: peanuts, sesame, soya, sulphites\. May contain: milk\. Not known: celery/)
    await other.close()

    const { id } = await getProductBySlug(shop, crisp)
    await group(page, 'Nuts').getByText('May contain', { exact: true }).click()
    await group(page, 'Eggs').getByText('Free from', { exact: true }).click()
    await page.getByRole('button', { name: /^Publish changes · \d+ gaps/ }).click()
    await expectShown(page.getByText('The shop sells it with its old label meanwhile.'))
    expect(await findDeskFaults(page)).toEqual([])

    await page.getByRole('button', { name: 'Publish the warnings now' }).click()
    await expectShown(
      page.getByText(
        'Nashville Chilli Crisp: the shop shows the new warnings. Your other changes aren’t published yet.',
      ),
    )
    await closeToasts(page)
    expect((await getProductBySlug(shop, crisp)).allergen_answers).toMatchObject({
      nuts: 'may',
      soya: 'contains',
    })
    expect((await getProductBySlug(shop, crisp)).allergen_answers).not.toHaveProperty('eggs')
    expect(await group(page, 'Eggs').getByRole('radio', { name: 'Free from' }).isChecked()).toBe(
      true,
    )

    await page.getByRole('button', { name: /^Publish changes · \d+ gaps/ }).click()
    const isSoldOut = async () =>
      (await fetchRows<{ isSoldOut: boolean }>(shop, `products?select=isSoldOut&id=eq.${id}`))[0]
        ?.isSoldOut
    await browser.context.setOffline(true)
    await page.getByRole('button', { name: 'Take it off sale meanwhile' }).click()
    await expectShown(page.getByText('No signal. It goes off sale as soon as there is one.'))
    await browser.context.setOffline(false)
    await expectShown(page.getByText('Nashville Chilli Crisp is off sale: the shop says sold out.'))
    expect(await isSoldOut()).toBe(true)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(isSoldOut).toBe(false)
    await closeToasts(page)
    await page.getByRole('button', { name: 'Take it off sale meanwhile' }).click()
    await expect.poll(isSoldOut).toBe(true)
    await page
      .getByRole('button', { name: 'Take it off sale meanwhile' })
      .waitFor({ state: 'hidden' })

    await page.getByRole('button', { name: 'Fill the rest from our kitchen’s list' }).click()
    for (const name of ['Crustaceans', 'Lupin', 'Molluscs'])
      await group(page, name).getByText('Free from', { exact: true }).click()
    await page.getByLabel('How to keep it').fill('Keep cool and dark.')
    await page.getByRole('button', { name: 'Publish changes', exact: true }).click()
    await expectShown(page.getByText('Nashville Chilli Crisp: on sale as you see it here.'))
    expect(await isSoldOut()).toBe(false)
    await closeToasts(page)
    await warnInSpite(page)
    await warnBesideInvalidFields(page)
    await restoreWithWarnings(page)
    await warnWithoutAnswer(page)
    await warnAloneWithoutAnswer(page)
    await signIn(page, shop, await createShopper(shop))
    expect(await labelOnPage(page)).toMatch(/May contain: .*nuts/)
  },
)
