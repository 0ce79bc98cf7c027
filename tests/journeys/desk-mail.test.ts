import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectShown } from '../account/expect-shown.ts'
import { sampleEmails } from '../mail/samples.ts'
import { openJourney } from '../support/journey.ts'
import { phone } from '../support/screens.ts'
import { findDeskFaults } from './desk-faults.ts'
import { openDeskAsFirstOwner } from './desk-staff.ts'

const { shop, browser } = openJourney({ viewport: phone }, { isShopUsedUp: true })

/** Inserts an email that the mail server has refused permanently. */
async function isStuck(number: number): Promise<void> {
  const client = createClient(shop.url, (await shop.keys()).secret)
  const { error } = await client.from('outbox').insert({
    template: 'order_confirmation',
    recipient: 'priya@example.com',
    data: { ...sampleEmails.order_confirmation, number },
    attempts: 16,
    failed_at: new Date().toISOString(),
    last_error: '550 5.1.1 no such user here',
  })
  if (error !== null) throw error
}

/** Inserts a price that the payment provider has refused permanently, and that is not retried before tomorrow. */
async function isOutOfStep(): Promise<void> {
  const client = createClient(shop.url, (await shop.keys()).secret)
  const { error } = await client.from('catalogue_jobs').upsert({
    account: 'sandbox',
    subject: 'delivery:priority',
    attempts: 3,
    next_attempt_at: new Date(Date.now() + 24 * 60 * 60_000).toISOString(),
    failing_since: new Date(Date.now() - 60_000).toISOString(),
    is_refused: true,
    last_error: 'Too dear for us',
  })
  if (error !== null) throw error
}

/** Checks how the desk shows a backup that failed, with its reason, and a complete one, with its size. */
async function backUp(page: Page): Promise<void> {
  const folder = join(shop.dataDir, 'backups')
  const now = page.getByRole('button', { name: 'Back up now' })
  await writeFile(folder, 'in the way')
  await now.click()
  await expectShown(page.getByText('Backing up. The shop stays open.'))
  await expectShown(page.getByText('The backup failed', { exact: true }))
  await expectShown(
    page.getByText(/^Tried .*, and it did not work: .*backups should be a folder and is a file\.$/),
  )
  expect(await findDeskFaults(page)).toEqual([])
  await rm(folder)
  await now.click()
  await page.getByText('Backed up', { exact: true }).waitFor({ timeout: 60_000 })
  await expectShown(page.getByText(/^Last complete backup: .* · \d+\.\d MB · shop-[\d-]+\.tar$/))
  await expectShown(now)
}

/**
 * Answers the first token of the desk with 401 as expired, although it is still valid by the device's clock, which is
 * behind: the desk must refresh its session.
 */
async function tokenRunsOut(page: Page): Promise<void> {
  let former: string | undefined
  await page.route(/desk_what_happened/, async (route) => {
    const { authorization } = route.request().headers()
    former ??= authorization
    if (authorization !== former) await route.continue()
    else
      await route.fulfill({
        status: 401,
        json: { code: 'PGRST303', message: 'JWT expired', details: null, hint: null },
      })
  })
}

test(
  'a stuck email is found from Today, read, opened and retried on a phone, and logged',
  { tags: ['abuse-one-tap'] },
  async () => {
    const { page } = browser
    await isStuck(1048)
    await isOutOfStep()
    await openDeskAsFirstOwner(page, shop)
    await page.getByRole('link', { name: 'Out of step with the till' }).click()
    await expectShown(page.locator('[data-health]').getByText('Too dear for us', { exact: false }))
    await page.getByRole('link', { name: 'Today' }).filter({ visible: true }).click()
    await page.getByRole('link', { name: 'Mail that is stuck' }).click()
    const open = page.getByRole('button', { name: 'Open Order confirmation (order 1048)' })
    await expectShown(open)
    await expectShown(page.getByText('there is no such mailbox', { exact: false }))
    await expectShown(page.getByText('No backup', { exact: true }))
    expect(await findDeskFaults(page)).toEqual([])

    await open.click()
    const letter = page.frameLocator('iframe')
    await expectShown(letter.getByText('Nashville Chilli Crisp').first())
    expect(await letter.locator('[href], script').count()).toBe(0)
    await page.getByRole('button', { name: 'Close' }).click()

    await page.getByRole('button', { name: 'Try again' }).click()
    await expectShown(page.getByText('Trying it again now.', { exact: false }))
    await page.getByRole('link', { name: /^Stuck 0/ }).waitFor()

    await isStuck(1049)
    await isStuck(1050)
    await page.reload()
    await page.getByRole('button', { name: 'Try all 2 again…' }).click()
    const question = page.getByRole('dialog', { name: 'Send 2 emails again?' })
    await expectShown(question.getByText('Order confirmation (order 1050)'))
    expect(await findDeskFaults(page)).toEqual([])
    await question.getByRole('button', { name: 'Don’t send' }).click()
    await question.waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: /^Stuck 2/ }).waitFor()
    await page.getByRole('button', { name: 'Try all 2 again…' }).click()
    await question.getByRole('button', { name: 'Send all 2' }).click()
    await page.getByRole('link', { name: /^Stuck 0/ }).waitFor()

    await backUp(page)
    await tokenRunsOut(page)
    await page.getByRole('link', { name: 'What happened' }).click()
    await expectShown(page.getByText('had a mail tried again', { exact: false }))
    expect(await findDeskFaults(page)).toEqual([])
    await page.getByLabel('Who').selectOption('Beau')
    await page.getByRole('link', { name: 'took a place at the desk' }).click()
    await expectShown(page.getByText('All about', { exact: false }))
    expect(page.url()).toContain('subject=')
  },
)
