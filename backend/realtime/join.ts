import { isObject } from '../read-json.ts'

/** What a client asks for with `phx_join`. */
export interface Join {
  isPrivate: boolean
  /** Whether it hears its own broadcasts, and is told that they were taken. */
  self: boolean
  ack: boolean
  /** Under which it tracks itself; null lets the service choose. */
  presenceKey: string | null
  /** Whether it hears who is there. */
  hearsPresence: boolean
  /** Not looked at yet. */
  watches: unknown[]
}

const longestKey = 255

export function readJoin(payload: Record<string, unknown>): Join {
  const config = fields(payload['config'])
  const [broadcast, presence] = [fields(config['broadcast']), fields(config['presence'])]
  const { key } = presence
  const watches = config['postgres_changes']
  return {
    isPrivate: config['private'] === true,
    self: broadcast['self'] === true,
    ack: broadcast['ack'] === true,
    presenceKey: typeof key === 'string' && key !== '' ? key.slice(0, longestKey) : null,
    hearsPresence: presence['enabled'] === true,
    watches: Array.isArray(watches) ? watches.filter((watch) => watch !== null) : [],
  }
}

function fields(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {}
}
