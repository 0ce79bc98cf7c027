import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Slip } from '../../features/packing/parcels.ts'
import { PackingSlip } from './slip.tsx'

const since = '2026-11-20T12:00:00Z'
const options = [
  {
    version: 1,
    since,
    isAsOrdered: true,
    isLatest: false,
    ingredients: 'chillies',
    allergens: 'Contains: mustard.',
  },
  {
    version: 2,
    since,
    isAsOrdered: false,
    isLatest: true,
    ingredients: 'chillies, peanuts',
    allergens: 'Contains: peanuts. Made in a kitchen that handles milk.',
  },
]

/**
 * Returns the text of a packing slip with one line.
 * @param chosen the recipe versions that are chosen for the line; null when its recipe did not change, so nothing is to choose
 * @param isCorrected whether the label that was shown with the order has been corrected since
 */
function slipText(chosen: number[] | null, isCorrected = false): string {
  const [old] = options
  const slip: Slip = {
    number: 1042,
    placedAt: since,
    address: null,
    deliveryName: 'Standard',
    isPriority: false,
    isPacked: false,
    note: null,
    gift: null,
    lines: [
      {
        position: 0,
        name: 'Loose Lips',
        size: null,
        pieces: 2,
        net: '150 ml',
        isPicked: false,
        isCorrected,
        allergens: chosen === null ? (old?.allergens ?? null) : null,
        recipe: chosen && { item: 'a', latest: 2, options, chosen },
      },
    ],
  }
  return renderToStaticMarkup(<PackingSlip slip={slip} isHere />).replaceAll(/<[^>]*>/g, '')
}

test('a slip has the allergens of the order if the recipe has not changed', () => {
  expect(slipText(null)).toMatch(/Contains: MUSTARD\..*Allergens as they were when you ordered/)
})

test('a slip says that its label was corrected since the order', { tags: ['abuse-food'] }, () => {
  const text = slipText(null, true)
  expect(text).toContain('Label corrected: Contains: MUSTARD.')
  expect(text).not.toContain('as they were when you ordered')
  expect(slipText([1], true)).toContain('Label corrected: Contains: MUSTARD.')
})

test('a slip without a chosen jar claims neither recipe and says that it must not be sent', () => {
  const text = slipText([])
  expect(text).toContain('Not to be sent yet: old jar or new?')
  expect(text).toMatch(/Old recipe: Contains: MUSTARD\..*New recipe: Contains: PEANUTS\./)
})

test('a slip has the allergens of the chosen jar and no others', { tags: ['abuse-food'] }, () => {
  const fresh = slipText([2])
  expect(fresh).toMatch(/New recipe: Contains: PEANUTS\..*Made in a kitchen that handles MILK\./)
  expect(fresh).not.toContain('MUSTARD')
  expect(fresh).not.toContain('as they were when you ordered')
  const old = slipText([1])
  expect(old).toContain('Contains: MUSTARD.')
  expect(old).not.toMatch(/PEANUTS|MILK|recipe/)
})

test('a slip for some of each jar has the allergens of both', () => {
  expect(slipText([1, 2])).toMatch(
    /Old recipe: Contains: MUSTARD\..*New recipe: Contains: PEANUTS\./,
  )
})
