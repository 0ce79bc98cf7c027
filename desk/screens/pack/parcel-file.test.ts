import { afterAll, expect, test, vi } from 'vitest'

vi.mock('../../data/client.ts', () => ({ client: {}, unwrapResponse: () => null }))

// Test files share loaded modules (`isolate: false` in vitest.config.ts). Resetting them makes the imports below use the mocked
// client of this file, and keeps the modules with that mock from the files that run after it.
vi.resetModules()
afterAll(() => void vi.resetModules())

const { removeOutdatedValues } = await import('./parcel-file.ts')

test('drops a typed weight or service code once somebody else has saved another one', () => {
  const service = { serviceCode: null, packageSize: null, packagingGrams: 100 }
  const typed = { ...service, serviceCode: 'CRL24' }
  const draft = {
    weights: { a: { typed: 310, seen: null }, b: { typed: 250, seen: null } },
    services: { standard: { typed, seen: service }, priority: { typed, seen: service } },
  }
  const file = {
    parcels: [],
    products: [
      { id: 'a', name: 'Crisp', weightGrams: null },
      { id: 'b', name: 'Sauce', weightGrams: 270 },
    ],
    methods: [
      { id: 'standard', name: 'Standard', ...service },
      { id: 'priority', name: 'Priority', ...service, packagingGrams: 90 },
    ],
  }
  expect(removeOutdatedValues(draft, file)).toEqual({
    weights: { a: draft.weights.a },
    services: { standard: draft.services.standard },
  })
})
