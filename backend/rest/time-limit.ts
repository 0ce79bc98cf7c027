import type { CallerRole } from '../keys.ts'
import type { Schema } from './schema/schema.ts'

const ofRolesWithout = '8s'
/** ms. Whoever waits for a session does so for 5 s at most: two slow reads of others end within that. */
const longestRead = 2000
const units: Record<string, number> = { '': 1, ms: 1, s: 1000, min: 60_000, h: 3_600_000 }

/**
 * How long a statement may take, as PostgreSQL writes it: what the role's `statement_timeout` says, and at most 2 s for
 * a read by anybody but the project's own server.
 */
export function timeLimit(schema: Schema, role: CallerRole, readOnly: boolean): string {
  const given = schema.timeouts.get(role) ?? ofRolesWithout
  if (!readOnly || role === 'service_role') return given
  const ms = toMs(given)
  return ms > 0 && ms <= longestRead ? given : `${longestRead}ms`
}

/** 0 for none. */
function toMs(setting: string): number {
  const [, count = '0', unit = ''] = /^(\d+) ?([a-z]*)$/.exec(setting) ?? []
  return Number(count) * (units[unit] ?? 0)
}
