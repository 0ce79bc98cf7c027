import { expect, test } from 'vitest'
import { mailLink } from './mail-link.ts'

test('a subject cannot add another field to an email link', () => {
  expect(mailLink('hello@shop.example', 'Party & cake?\r\nBcc: all')).toBe(
    'mailto:hello@shop.example?subject=Party%20%26%20cake%3F%0D%0ABcc%3A%20all',
  )
})
