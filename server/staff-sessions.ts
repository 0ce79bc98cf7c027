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
 * Recognises sessions of staff without a query, so that slots can be reserved for them (`FairQueue`). A session counts only with
 * both factors (aal2), also that of a packer, who may use the desk without a second factor: a stolen password claims no slot.
 */
export function createStaffSessions({ sql, clock, log }: Needs): StaffSessions {
  let staffIds = new Set<string>()
  let readAt = -Infinity

  async function refresh(): Promise<void> {
    readAt = clock()
    try {
      const rows = await sql<{ id: string }[]>`select user_id as id from public.staff`
      staffIds = new Set(rows.map(({ id }) => id))
    } catch (error) {
      if (!isUnreachable(error)) log.warn(toLogFields(error), 'staff: could not be read')
    }
  }

  return {
    refresh,
    find: ({ role, claims }) => {
      if (role !== 'authenticated' || claims['aal'] !== 'aal2') return null
      if (Math.abs(clock() - readAt) >= maxAgeMs) void refresh()
      return staffIds.has(claims.sub ?? '') ? (claims.session_id ?? null) : null
    },
  }
}
