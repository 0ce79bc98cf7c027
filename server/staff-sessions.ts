import {
  toLogFields,
  isUnreachable,
  type Queryable,
} from '../packages/embedded-supabase/src/database.ts'
import { type Caller } from '../packages/embedded-supabase/src/core.ts'
import type { Logger } from './log.ts'

const maxAgeMs = 10_000

interface Needs {
  sql: Queryable
  clock: () => number
  log: Pick<Logger, 'warn'>
}

export interface StaffSessions {
  /**
   * Returns the session id when the caller is staff, else null. The list may be ten seconds old, so the result must not
   * grant permissions.
   */
  find: (caller: Caller) => string | null
  refresh: () => Promise<void>
}

/**
 * Recognises sessions of staff without a query, so that slots can be reserved for them (`FairQueue`). As at the desk, an
 * owner's session counts only with both factors (aal2), and so does the session of a packer who has a second factor: a
 * stolen password alone claims no slot.
 */
export function createStaffSessions({ sql, clock, log }: Needs): StaffSessions {
  let needsBothFactors = new Map<string, boolean>()
  let readAt = -Infinity

  async function refresh(): Promise<void> {
    readAt = clock()
    try {
      const rows = await sql<{ id: string; needsBoth: boolean }[]>`
        select s.user_id as id, s.role = 'owner' or exists (
          select from auth.mfa_factors f where f.user_id = s.user_id and f.status = 'verified'
        ) as "needsBoth"
        from public.staff s`
      needsBothFactors = new Map(rows.map(({ id, needsBoth }) => [id, needsBoth]))
    } catch (error) {
      if (!isUnreachable(error)) log.warn(toLogFields(error), 'staff: could not be read')
    }
  }

  return {
    refresh,
    find: ({ role, claims }) => {
      if (role !== 'authenticated') return null
      if (Math.abs(clock() - readAt) >= maxAgeMs) void refresh()
      const needsBoth = needsBothFactors.get(claims.sub ?? '')
      if (needsBoth === undefined || (needsBoth && claims['aal'] !== 'aal2')) return null
      return claims.session_id ?? null
    },
  }
}
