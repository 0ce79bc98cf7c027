import type { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'

/** The key of the query for the signed-in team member. */
export const meKey = ['me']

export const roles = ['packer', 'owner'] as const
export type Role = (typeof roles)[number]
export const roleNames: Record<Role, string> = { packer: 'Packer', owner: 'Owner' }

/** Matches the cached result of the `me` query when a team member is fully signed in. */
export const signedInStaff = v.looseObject({ isIn: v.literal(true), email: v.string() })

/** The email address of the signed-in team member; null when nobody is signed in. */
export function getStaffEmail(queries: QueryClient): string | null {
  const me = v.safeParse(signedInStaff, queries.getQueryData(meKey))
  return me.success ? me.output.email : null
}
