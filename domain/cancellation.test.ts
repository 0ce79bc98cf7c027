import { expect, test } from 'vitest'
import { business } from './business.ts'
import { formatCancellationForm } from './cancellation.ts'

test('the cancellation form is addressed to the trader and names the order if it is known', () => {
  const form = formatCancellationForm(business, 1042)
  expect(form[0]).toBe(`To ${business.legalName}, ${business.registeredOffice}, ${business.email}:`)
  expect(form).toContain('Ordered on*/received on*: (order 1042)')
  expect(formatCancellationForm(business, null)).toContain('Ordered on*/received on*:')
})
