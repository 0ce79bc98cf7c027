import { decodePart } from '../wire.ts'

const longestName = 1024

export interface ObjectName {
  bucket: string
  name: string
}

/**
 * Reads `<bucket>/<name>` out of a path as it was sent. Null when it cannot be the name of anything: encoded wrongly,
 * too long, or with a step up, a backslash or a control character in it.
 */
export function readObjectName(path: string): ObjectName | null {
  const slash = path.indexOf('/')
  if (slash < 1) return null
  const bucket = decodePart(path.slice(0, slash))
  const name = decodePart(path.slice(slash + 1))
  if (bucket === null || name === null) return null
  if (bucket.includes('/') || !isName(bucket) || !isName(name)) return null
  return { bucket, name }
}

function isName(name: string): boolean {
  if (name.length > longestName || /[\p{Cc}\p{Cs}\\]/u.test(name)) return false
  return name.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
}
