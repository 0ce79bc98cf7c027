import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import type { Parcel } from '../../features/packing/parcels.ts'

vi.mock('../../data/client.ts', () => ({}))
const { SelectedOrders } = await import('./selection.tsx')

test('a selection of one piece is counted in the singular', () => {
  const parcel: Parcel = {
    number: 1005,
    name: 'Sam Ple',
    district: 'SE15',
    isToSend: true,
    isPriority: false,
    isXl: false,
    deliveryName: 'Standard',
    isBox: false,
    isGift: false,
    isPartSent: false,
    status: 'paid',
    since: '2026-11-26T12:00:00Z',
    sentAt: null,
    carrier: null,
    tracking: null,
    note: null,
    pickList: null,
    packedAt: null,
    lines: [{ position: 0, name: 'Spice Bag Mix', size: null, pieces: 1 }],
  }
  const shown = renderToStaticMarkup(<SelectedOrders parcels={[parcel]} rest={[]} />)
  expect(shown.replaceAll(/<[^>]+>/g, '')).toContain('1 order1 piece')
  expect(shown).not.toContain('pieces')
})
