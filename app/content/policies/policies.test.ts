import { expect, test } from 'vitest'
import { business } from '../../../domain/business.ts'
import { cancellationForm } from '../../../domain/cancellation.ts'
import { storageKeys } from '../../features/storage-keys.ts'
import { paths } from '../../paths.ts'
import { plainText, richParts } from '../../ui/rich-text.ts'
import { policies } from './policies.ts'
import type { Policy, PolicyBlock } from './policy.ts'

const all = Object.values(policies).filter((policy) => policy !== undefined)

function textsOf(block: PolicyBlock): readonly string[] {
  if (typeof block === 'string') return [block]
  if ('list' in block) return block.list
  return 'form' in block ? block.form.lines : block.table.rows.flat()
}

function wordsOf(policy: Policy): string[] {
  const texts = policy.sections.flatMap(({ blocks }) => blocks.flatMap(textsOf))
  return [policy.lead, ...policy.short, ...texts]
}

function pageText(path: string): string {
  const policy = policies[path]
  return policy === undefined ? '' : wordsOf(policy).map(plainText).join('\n')
}

test('each policy says when it was last updated', () => {
  expect(all.map(({ updated }) => updated)).toEqual(['April 2025', 'April 2025', 'April 2025'])
})

test('sections can be linked to, and links lead somewhere', () => {
  const pages = Object.values(paths).filter((path) => typeof path === 'string')
  for (const policy of all) {
    const ids = policy.sections.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const known = new Set([...pages, ...ids.map((id) => `#${id}`)])
    const targets = wordsOf(policy)
      .flatMap(richParts)
      .flatMap(({ target }) => target ?? [])
    const lost = targets.filter((one) => !known.has(one) && !/^(https:\/\/|mailto:)/.test(one))
    expect(lost).toEqual([])
  }
})

test('the cookie policy lists every key that the shop keeps on a device', () => {
  const text = pageText('/cookie-policy')
  for (const key of Object.values(storageKeys)) expect(text).toContain(key)
})

test('the cookie policy names who takes cards and who delivers mail', () => {
  const text = pageText('/cookie-policy')
  expect(text).toContain('Card payment: Stripe')
  expect(text).toContain('E-mail delivery')
  expect(text).toContain(business.email)
})

test('the terms name the trader, their version, the right to cancel and the model form', () => {
  const text = pageText('/terms-of-service')
  const { legalName, companyNumber, registeredOffice, email, termsVersion } = business
  for (const fact of [legalName, companyNumber, registeredOffice, email, `version ${termsVersion}`])
    expect(text).toContain(fact)
  expect(text).toContain('14 days after the day on which the last thing in your order reaches you')
  for (const line of cancellationForm(business, null)) expect(text).toContain(line)
})

test('the privacy policy says what is kept, for how long, by whom, and where to complain', () => {
  const text = pageText('/privacy-policy')
  for (const fact of ['Six years', '90 days', 'One year', 'Stripe', 'ico.org.uk', 'copy', 'delete'])
    expect(text).toContain(fact)
})
