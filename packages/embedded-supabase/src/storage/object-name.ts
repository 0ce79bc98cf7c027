import { decodePathSegment } from '../core/wire.ts'
import { createStorageError } from './errors.ts'

// Names that hosted Supabase accepts, and that every store and URL can contain. Each allowed character is one byte.
const objectName = /^[\w/!.*'() &$=@;:+,?-]{1,1024}$/
const bucketName = /^[\w!.*'() &$=@;:+,?-]{1,100}$/

export interface ObjectName {
  bucket: string
  name: string
}

/** Returns the name. @throws ApiError InvalidBucketName */
export function checkBucketName(name: string): string {
  if (!bucketName.test(name) || name.trim() !== name || /^\.\.?$/.test(name))
    throw createStorageError('InvalidBucketName')
  return name
}

/** Returns the name. @throws ApiError InvalidKey */
export function checkObjectName(name: string): string {
  const isOne = objectName.test(name) && !name.split('/').some((part) => /^\.{0,2}$/.test(part))
  if (!isOne) throw createStorageError('InvalidKey', `Invalid key: ${name.slice(0, 100)}`)
  return name
}

/** Decodes a bucket's name from a path. @throws ApiError InvalidBucketName */
export function readBucketName(part: string): string {
  return checkBucketName(decodePathSegment(part) ?? '')
}

/** Decodes `<bucket>/<name>` from a path. @throws ApiError InvalidKey or InvalidBucketName for an impossible name */
export function readObjectName(path: string): ObjectName {
  const [bucket = '', ...parts] = path.split('/')
  const name = checkObjectName(decodePathSegment(parts.join('/')) ?? '')
  return { bucket: readBucketName(bucket), name }
}
