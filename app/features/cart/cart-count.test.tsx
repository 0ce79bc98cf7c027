import { renderToStaticMarkup as html } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CountBadge } from './cart-count.tsx'

test('the count on the bag is visible only above 0', () => {
  expect(html(<CountBadge count={0} />)).toBe('')
  const words = (count: number) => html(<CountBadge count={count} />).replaceAll(/<[^>]*>/g, '')
  expect(words(1)).toBe('1 item')
  expect(words(3)).toBe('3 items')
})
