import type { CallerRole } from '../keys.ts'
import type { Schema } from './schema/schema.ts'

const ofRolesWithout = '8s'
/** ms. Whoever waits for a session does so for 5 s at most: two slow reads of others end within that. */
const longestRead = 2000
const units: Record<string, number> = { '': 1, ms: 1, s: 1000, min: 60_000, h: 3_600_000 }

interface TimeLimit {
  /** As PostgreSQL writes it. */
  setting: string
  /** 0 for none. */
  ms: number
}

/**
 * How long a statement may take: what the role's `statement_timeout` says, and at most 2 s for a read by anybody but the
 * project's own server.
 */
export function timeLimit(schema: Schema, role: CallerRole, readOnly: boolean): TimeLimit {
  const given = limitOf(schema.timeouts.get(role) ?? ofRolesWithout)
  if (!readOnly || role === 'service_role') return given
  return given.ms > 0 && given.ms <= longestRead ? given : limitOf(`${longestRead}ms`)
}

function limitOf(setting: string): TimeLimit {
  const [, count = '0', unit = ''] = /^(\d+) ?([a-z]*)$/.exec(setting) ?? []
  return { setting, ms: Number(count) * (units[unit] ?? 0) }
}
