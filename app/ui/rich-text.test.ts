import { expect, test } from 'vitest'
import { plainText, richParts, withoutMarks } from './rich-text.ts'

test('splits a text into links, strong text, code and plain text', () => {
  expect(richParts('See [terms](/terms-of-service), **now**: `cart`.')).toEqual([
    { kind: 'plain', text: 'See ' },
    { kind: 'link', text: 'terms', target: '/terms-of-service' },
    { kind: 'plain', text: ', ' },
    { kind: 'strong', text: 'now' },
    { kind: 'plain', text: ': ' },
    { kind: 'code', text: 'cart' },
    { kind: 'plain', text: '.' },
  ])
})

test('a text without markup stays one part', () => {
  expect(richParts('5 * 3 (or so) [maybe]')).toEqual([
    { kind: 'plain', text: '5 * 3 (or so) [maybe]' },
  ])
  expect(richParts('')).toEqual([])
})

test('the plain text is the text without its markup', () => {
  expect(plainText('**Hot** sauce, [more](/shop)')).toBe('Hot sauce, more')
})

test('inserted text cannot bring markup of its own', { tags: ['abuse-26'] }, () => {
  const name = withoutMarks('Salt [free](javascript:alert(1)) **now** `x` (70 g)')
  expect(richParts(`**${name}**`)).toEqual([
    { kind: 'strong', text: 'Salt free(javascript:alert(1)) now x (70 g)' },
  ])
})
