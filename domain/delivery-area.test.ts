import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getUndeliverableArea, findUndeliverableArea } from './delivery-area.ts'

const areas = [
  ['BT', 'Northern Ireland'],
  ['JE', 'Jersey'],
  ['GY', 'Guernsey'],
  ['IM', 'the Isle of Man'],
] as const

const inward = fc
  .tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 0, max: 9 }))
  .map(([district, sector]) => `${district} ${sector}AB`)
const noise = fc.string({
  unit: fc.constantFrom(' ', '\u00A0', '\u200B', '\u00AD', '-', '\u2011', '\uFEFF'),
  maxLength: 3,
})

test('recognises a postcode outside Great Britain however it is typed or pasted', () => {
  fc.assert(
    fc.property(fc.constantFrom(...areas), inward, noise, fc.boolean(), (area, rest, gap, low) => {
      const [letters, name] = area
      const typed = [...`${letters}${rest}`].join(gap)
      expect(getUndeliverableArea(low ? typed.toLowerCase() : typed)).toBe(name)
    }),
  )
})

test('takes no postcode in England, Scotland or Wales for one outside Great Britain', () => {
  const area = fc
    .stringMatching(/^[A-Z]{1,2}$/)
    .filter((letters) => !areas.some(([other]) => other === letters))
  fc.assert(
    fc.property(area, inward, (letters, rest) => {
      expect(getUndeliverableArea(letters + rest)).toBeNull()
    }),
  )
  for (const typed of [null, '', 'BT', 'Imber', 'Jericho', 'GYM 1', '12 Rye Lane'])
    expect(getUndeliverableArea(typed)).toBeNull()
})

test('finds the postcode in an address of a single field', () => {
  expect(findUndeliverableArea('1 King Street\nSt Helier JE2 4WA')).toBe('Jersey')
  expect(findUndeliverableArea('4 Royal Avenue, Belfast, bt11aa')).toBe('Northern Ireland')
  expect(findUndeliverableArea('12 Rye Lane, London SE15 5BS')).toBeNull()
  expect(findUndeliverableArea('Flat IM1, 12 Rye Lane, London SE15 5BS')).toBeNull()
})
