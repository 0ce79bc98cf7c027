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

test('an open box is a link to its product', () => {
  expect(render('open')).toContain(
    'href="/shop/subscription-box/big-gay-bear-box-monthly-subscription"',
  )
})

test.each([
  ['no-product', 'Coming Soon - No Product'],
  ['no-slug', 'Coming Soon - No Slug'],
  ['coming-soon', 'Coming Soon - Flagged'],
  ['loading', 'Monthly'],
] as const)('a box that is "%s" is a disabled button that says "%s"', (state, words) => {
  const button = render(state)
  expect(button).toMatch(/^<button[^>]* disabled=""/)
  expect(button).toContain(words)
  expect(button).not.toContain('href')
})

test('while it loads the button is busy', () => {
  expect(render('loading')).toContain('aria-busy="true"')
  expect(render('coming-soon')).not.toContain('aria-busy')
})
