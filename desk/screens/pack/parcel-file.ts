import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { formatParcelCsv } from '../../../domain/parcel-csv.ts'
import { unwrapResponse, client } from '../../data/client.ts'
import { doNotPersist } from '../../data/query-client.ts'
import { rpcParsed, rpcQuery } from '../../data/rpc-query.ts'
import { deliveryAddress } from '../../features/packing/parcels.ts'

const service = v.object({
  serviceCode: v.nullable(v.string()),
  packageSize: v.nullable(v.string()),
  packagingGrams: v.number(),
})

const parcelFile = v.object({
  parcels: v.array(
    v.object({
      number: v.number(),
      address: v.nullable(deliveryAddress),
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

const parcelFileQuery = (numbers: readonly number[]) =>
  rpcQuery(['orders', 'parcel-file', numbers], 'desk_parcel_file', parcelFile, {
    p_numbers: [...numbers],
  })

/** Reads the rows of the carrier's file for these orders, and which weights and service codes are missing. */
export function useParcelFile(numbers: readonly number[], isOpen: boolean) {
  return useQuery({
    ...parcelFileQuery(numbers),
    enabled: isOpen,
    gcTime: 0,
    // Addresses must not be stored on the device.
    meta: doNotPersist,
  })
}

/** Form values of a carrier service; the weight of the packaging is null while its field is empty. */
const typedService = v.object({ ...service.entries, packagingGrams: v.nullable(v.number()) })
export type ServiceFormValues = v.InferOutput<typeof typedService>

/** Draft of weights and service codes that are not saved yet, each with the stored value that it replaces. */
export const parcelFileDraft = v.object({
  /** The weights in grams, by product id. */
  weights: v.record(
    v.string(),
    v.object({ typed: v.nullable(v.number()), seen: v.nullable(v.number()) }),
  ),
  /** The carrier services, by the id of the delivery method. */
  services: v.record(v.string(), v.object({ typed: typedService, seen: service })),
})
export type ParcelFileDraft = v.InferOutput<typeof parcelFileDraft>

/** Returns the draft without the values that somebody else has changed since they were typed. */
export function removeOutdatedValues(draft: ParcelFileDraft, file: ParcelFile): ParcelFileDraft {
  const isCurrent = (seen: unknown, stored: unknown) =>
    JSON.stringify(seen) === JSON.stringify(stored)
  const weights = file.products.flatMap(({ id, weightGrams }) => {
    const typed = draft.weights[id]
    return typed && isCurrent(typed.seen, weightGrams) ? [[id, typed] as const] : []
  })
  const services = file.methods.flatMap((method) => {
    const { id, name: _, ...stored } = method
    const typed = draft.services[id]
    return typed && isCurrent(typed.seen, stored) ? [[id, typed] as const] : []
  })
  return { weights: Object.fromEntries(weights), services: Object.fromEntries(services) }
}

/**
 * Saves the typed values, then returns the carrier's file made with them.
 * @throws DeskError when somebody else changed one of these values first
 */
export async function saveParcelFile(
  numbers: readonly number[],
  { weights, services }: ParcelFileDraft,
): Promise<string> {
  for (const [id, { typed, seen }] of Object.entries(weights)) {
    // A weight whose field is empty is not changed.
    if (typed === null || typed === seen) continue
    const step = { p_product: id, p_grams: typed, p_before: seen }
    await unwrapResponse(client.rpc('desk_set_weight', step))
  }
  for (const [id, { typed, seen }] of Object.entries(services)) {
    const step = { p_method: id, p_service: { ...typed }, p_before: { ...seen } }
    await unwrapResponse(client.rpc('desk_set_delivery_service', step))
  }
  const { parcels } = await rpcParsed('desk_parcel_file', parcelFile, { p_numbers: [...numbers] })
  return formatParcelCsv(
    parcels.flatMap((parcel) =>
      parcel.address === null ? [] : [{ ...parcel, address: parcel.address }],
    ),
  )
}
