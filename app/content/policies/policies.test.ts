import { expect, test } from 'vitest'
import { business } from '../../../domain/business.ts'
import { formatCancellationForm } from '../../../domain/cancellation.ts'
import { standardDelivery, xlDelivery } from '../../../domain/delivery.fixtures.ts'
import { allStorageKeys } from '../../features/account/clear-storage.ts'
import { paths } from '../../core/paths.ts'
import { toPlainText, parseRichText } from '../../ui/rich-text.ts'
import { policies } from './policies.ts'
import type { Policy, PolicyBlock } from './policy.ts'

const methods = [
  { ...standardDelivery, name: 'Second class', description: 'Three days, or so', price: 411 },
  { ...xlDelivery, name: 'Crate', description: '', price: 1205 },
]
const all = Object.keys(policies).map(getPolicy)

function getPolicy(path: string): Policy {
  const policy = policies[path]
  if (policy === undefined) throw new Error(`there is no policy at ${path}`)
  return typeof policy === 'function' ? policy(methods) : policy
}

function getBlockTexts(block: PolicyBlock): readonly string[] {
  if (typeof block === 'string') return [block]
  if ('list' in block) return block.list
  return 'form' in block ? block.form.lines : block.table.rows.flat()
}

function getPolicyTexts(policy: Policy): string[] {
  const texts = policy.sections.flatMap(({ blocks }) => blocks.flatMap(getBlockTexts))
  return [policy.lead, ...policy.short, ...texts]
}

function pageText(path: string): string {
  return getPolicyTexts(getPolicy(path)).map(toPlainText).join('\n')
}

test('each policy has the month of its last update', () => {
  expect(all.map(({ updated }) => updated)).toEqual(['April 2025', 'April 2025', 'April 2025'])
})

test('the sections of policies have unique ids, and links lead to existing pages and sections', () => {
  const pages = Object.values(paths).filter((path) => typeof path === 'string')
  for (const policy of all) {
    const ids = policy.sections.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const known = new Set([...pages, ...ids.map((id) => `#${id}`)])
    const targets = getPolicyTexts(policy)
      .flatMap(parseRichText)
      .flatMap(({ target }) => target ?? [])
    const broken = targets.filter((one) => !known.has(one) && !/^(https:\/\/|mailto:)/.test(one))
    expect(broken).toEqual([])
  }
})

test('the cookie policy lists every key that the shop stores on a device', () => {
  const text = pageText('/cookie-policy')
  for (const key of allStorageKeys) expect(text).toContain(key)
})

test('the cookie policy names the services for card payments and email delivery', () => {
  const text = pageText('/cookie-policy')
  expect(text).toContain('Card payment: Stripe')
  expect(text).toContain('E-mail delivery')
  expect(text).toContain(business.email)
})

test('the terms name the trader, their version, the right to cancel and the model cancellation form', () => {
  const text = pageText('/terms-of-service')
  const { legalName, companyNumber, registeredOffice, email, termsVersion } = business
  for (const fact of [legalName, companyNumber, registeredOffice, email, `version ${termsVersion}`])
    expect(text).toContain(fact)
  expect(text).toContain('14 days after the day on which the last thing in your order reaches you')
  for (const line of formatCancellationForm(business, null)) expect(text).toContain(line)
})

test('the privacy policy says what is stored, for how long and by whom, and where to complain', () => {
  const text = pageText('/privacy-policy')
  for (const fact of ['Six years', '90 days', 'One year', 'Stripe', 'ico.org.uk', 'copy', 'delete'])
    expect(text).toContain(fact)
})

test('the privacy policy mentions backups and when erased data leaves them', () => {
  const text = pageText('/privacy-policy')
  expect(text).toContain(
    'Copies of all this may be kept for a while, so that the shop can be restored',
  )
  expect(text).toContain('leaves those copies when newer ones replace them')
})

test('the terms list the delivery methods of the database and no other price', () => {
  const text = pageText('/terms-of-service')
  for (const fact of ['Second class', '£4.11', 'Three days, or so.', '£12.05', 'Within 30 days'])
    expect(text).toContain(fact)
  expect(text).toContain('Crate, for more than five items')
  expect(text.match(/£\d+\.\d\d/g)).toEqual(['£4.11', '£12.05'])
})
