import { expect, test } from 'vitest'
import { findCommentFault } from './comment-rules.ts'
import { findComments } from './find-comments.ts'

test.each([
  'What the cart holds.',
  'Of all carts, the newest.',
  'Null where nothing is chosen.',
  'The page is rendered anew.',
  'Runs once the line is back.',
  'The stamp that stands for the version.',
])('the comment %j breaks a rule', (text) => {
  expect(findCommentFault(text)).toContain('"')
})

test.each([
  'Returns null when nothing is chosen.',
  'Retries until the server confirms, because a proxy may have cut the response.',
  'Office hours as the law names them.',
])('the comment %j keeps the rules', (text) => {
  expect(findCommentFault(text)).toBeNull()
})

test('a comment that gives a reason for its words is accepted, and one without a reason is not', () => {
  const words = 'Whoever sells food at a distance gives the list of allergens'
  expect(findCommentFault(`${words} (wording: quotes the regulation).`)).toBeNull()
  expect(findCommentFault(`${words} (wording: law).`)).not.toBeNull()
})

test('comments of TypeScript are found with their lines, but not what looks like one in a string', () => {
  const code = [
    "const glob = '**/*.ts'",
    '/**',
    ' * Returns one.',
    ' * Never two.',
    ' */',
    'const one = () => 1 // In pence.',
    '// A run of lines',
    '// is one comment.',
    "const url = 'https://example.com/*'",
  ]
  expect(findComments('one.ts', code.join('\n'))).toEqual([
    { text: 'Returns one. Never two.', line: 2 },
    { text: 'In pence.', line: 6 },
    { text: 'A run of lines is one comment.', line: 7 },
  ])
})

test('comments of SQL and CSS are found', () => {
  expect(findComments('one.sql', 'select 1;\n  -- Locks the row,\n  -- then reads it.\n')).toEqual([
    { text: 'Locks the row, then reads it.', line: 2 },
  ])
  expect(findComments('one.css', '.card { /* Safari\n   rounds down. */ }')).toEqual([
    { text: 'Safari rounds down.', line: 1 },
  ])
})
