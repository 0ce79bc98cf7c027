import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { boxPairs } from '../../content/boxes.ts'
import { BoxButton } from './box-button.tsx'
import type { BoxState } from './box-state.ts'

const [pair] = boxPairs
const [monthly] = pair.boxes

function render(state: BoxState): string {
  return renderToStaticMarkup(
    <MemoryRouter>
      <BoxButton box={monthly} of={pair.name} state={state} />
    </MemoryRouter>,
  )
}

test('the button of an open box links to its product', () => {
  expect(render('open')).toContain(
    'href="/shop/subscription-box/big-gay-bear-box-monthly-subscription"',
  )
})

test.each([
  ['no-product', 'Coming Soon - No Product'],
  ['no-slug', 'Coming Soon - No Slug'],
  ['coming-soon', 'Coming Soon - Flagged'],
  ['loading', 'Monthly'],
] as const)('the button of a box that is "%s" is disabled and reads "%s"', (state, words) => {
  const button = render(state)
  expect(button).toMatch(/^<button[^>]* disabled=""/)
  expect(button).toContain(words)
  expect(button).not.toContain('href')
})

test('the button of a box is busy while it loads', () => {
  expect(render('loading')).toContain('aria-busy="true"')
  expect(render('coming-soon')).not.toContain('aria-busy')
})
