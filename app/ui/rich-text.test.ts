import { expect, test } from 'vitest'
import { toPlainText, parseRichText, stripMarkup } from './rich-text.ts'

test('splits a text into links, strong text, code and plain text', () => {
  expect(parseRichText('See [terms](/terms-of-service), **now**: `cart`.')).toEqual([
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
  expect(parseRichText('5 * 3 (or so) [maybe]')).toEqual([
    { kind: 'plain', text: '5 * 3 (or so) [maybe]' },
  ])
  expect(parseRichText('')).toEqual([])
})

test('the plain text is the text without its markup', () => {
  expect(toPlainText('**Hot** sauce, [more](/shop)')).toBe('Hot sauce, more')
})

test('inserted text cannot bring markup of its own', { tags: ['abuse-26'] }, () => {
  const name = stripMarkup('Salt [free](javascript:alert(1)) **now** `x` (70 g)')
  expect(parseRichText(`**${name}**`)).toEqual([
    { kind: 'strong', text: 'Salt free(javascript:alert(1)) now x (70 g)' },
  ])
})
