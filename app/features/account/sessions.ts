import { ApiError } from '../backend-client/api.ts'
import { logFailure } from '../browser/browser-log.ts'
import { loadSupabase } from './supabase.ts'

export interface OpenSession {
  id: string
  /** ISO 8601. */
  usedAt: string
  userAgent: string
  isCurrent: boolean
}

export async function loadSessions(): Promise<OpenSession[]> {
  const { data, error, status } = await (await loadSupabase()).rpc('my_sessions')
  if (error !== null) throw new ApiError(status, '/rpc/my_sessions')
  return data.map(({ id, used_at: usedAt, user_agent: userAgent, is_this: isCurrent }) => {
    return { id, usedAt, userAgent: userAgent ?? '', isCurrent }
  })
}

export async function endSession(id: string): Promise<boolean> {
  try {
    const { data, error } = await (await loadSupabase()).rpc('end_session', { p_session: id })
    if (error !== null) throw error
    return data
  } catch (cause) {
    logFailure('Sessions: one could not be ended', cause)
    return false
  }
}

const browsers: readonly [RegExp, string][] = [
  [/Edg/, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'Mac'],
  [/Linux/, 'Linux'],
]

export function formatDevice(userAgent: string): string {
  const findName = (names: readonly [RegExp, string][]) =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1]
  const parts = [findName(browsers) ?? 'A browser', findName(systems)].filter(Boolean)
  return parts.join(' on ')
}
