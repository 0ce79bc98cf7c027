import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { parcelCsv } from '../../../domain/parcel-csv.ts'
import { ask, client } from '../../client.ts'
import { staysNowhere } from '../../kept.ts'
import { address } from './parcels.ts'

const service = v.object({
  serviceCode: v.nullable(v.string()),
  packageSize: v.nullable(v.string()),
  packagingGrams: v.number(),
})
export type DeliveryService = v.InferOutput<typeof service>

const parcelFile = v.object({
  parcels: v.array(
    v.object({
      number: v.number(),
      address: v.nullable(address),
      email: v.nullable(v.string()),
      serviceCode: v.nullable(v.string()),
      packageSize: v.nullable(v.string()),
      weightGrams: v.nullable(v.number()),
    }),
  ),
  products: v.array(
    v.object({ id: v.string(), name: v.string(), weightGrams: v.nullable(v.number()) }),
  ),
  methods: v.array(v.object({ id: v.string(), name: v.string(), ...service.entries })),
})
export type ParcelFile = v.InferOutput<typeof parcelFile>

export const packageSizes = ['large letter', 'small parcel', 'medium parcel', 'parcel'] as const

async function fetchParcelFile(numbers: readonly number[]): Promise<ParcelFile> {
  return v.parse(parcelFile, await ask(client.rpc('desk_parcel_file', { p_numbers: [...numbers] })))
}

/** Reads the rows of the carrier's file for these orders, and the figures that are missing in it. */
export function useParcelFile(numbers: readonly number[], isOpen: boolean) {
  return useQuery({
    queryKey: ['orders', 'parcel-file', numbers],
    queryFn: () => fetchParcelFile(numbers),
    enabled: isOpen,
    gcTime: 0,
    // No device stores addresses.
    meta: staysNowhere,
  })
}

export interface ParcelFileChanges {
  /** Grams by product id; NaN for a field that was emptied, which keeps its weight. */
  weights: Record<string, number>
  /** Service codes by delivery method id. */
  services: Record<string, DeliveryService>
}

/**
 * Saves what was typed, then returns the carrier's file with it. Throws a DeskError when somebody else changed one of
 * these figures first.
 */
export async function saveParcelFile(
  numbers: readonly number[],
  before: ParcelFile,
  { weights, services }: ParcelFileChanges,
): Promise<string> {
  for (const { id, weightGrams } of before.products) {
    const grams = weights[id]
    if (grams === undefined || Number.isNaN(grams) || grams === weightGrams) continue
    const step = { p_product: id, p_grams: grams, p_before: weightGrams }
    await ask(client.rpc('desk_set_weight', step))
  }
  for (const { id, name: _, ...was } of before.methods) {
    const wanted = services[id]
    if (wanted === undefined) continue
    const step = { p_method: id, p_service: { ...wanted }, p_before: { ...was } }
    await ask(client.rpc('desk_set_delivery_service', step))
  }
  const { parcels } = await fetchParcelFile(numbers)
  return parcelCsv(
    parcels.flatMap((parcel) =>
      parcel.address === null ? [] : [{ ...parcel, address: parcel.address }],
    ),
  )
}
