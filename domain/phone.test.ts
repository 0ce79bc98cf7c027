import { expect, test } from 'vitest'
import { formatPhone } from './phone.ts'

test('writes British telephone numbers in their usual groups', () => {
  expect(formatPhone('+442079460123')).toBe('020 7946 0123')
  expect(formatPhone('+447700900123')).toBe('07700 900 123')
  expect(formatPhone('+441632960123')).toBe('01632 960123')
})

test('leaves a foreign telephone number unchanged', () => {
  expect(formatPhone('+16155550123')).toBe('+16155550123')
})
