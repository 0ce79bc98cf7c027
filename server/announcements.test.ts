import { expect, test } from 'vitest'
import { readAnnouncement } from './announcements.ts'

const pages = {
  about: new Set<string>(),
  shop: new Set(['products']),
  mug: new Set(['products', 'product:mug']),
  mugById: new Set(['products', 'product:7f1']),
  sauce: new Set(['products', 'product:sauce']),
  unsure: new Set(['anything']),
}

function touchedBy(announcement?: string): string[] {
  const touches = readAnnouncement(announcement)
  return Object.entries(pages).flatMap(([name, reads]) => (touches(reads) ? name : []))
}

test('a product that changed by itself is news for its own page, and for those of which nobody knows what they show', () => {
  expect(touchedBy('product:mug product:7f1')).toEqual(['mug', 'mugById', 'unsure'])
})

test.each(['all', undefined, '', 'products', 'product:mug and more'])(
  'announced as %j, all pages that show anything of the catalogue change',
  (announcement) => {
    expect(touchedBy(announcement)).toEqual(['shop', 'mug', 'mugById', 'sauce', 'unsure'])
  },
)
