import { decodePart } from '../wire.ts'
import { fault } from './errors.ts'

/** Bytes; of these characters each is one. */
const longestName = 1024
// What the hosted service takes: names that every store and address can hold.
const objectName = /^[\w/!.*'() &$=@;:+,?-]+$/
const bucketName = /^[\w!.*'() &$=@;:+,?-]{1,100}$/

export interface ObjectName {
  bucket: string
  name: string
}

/**
 * Reads a part of a path as it was sent.
 * @throws ApiError InvalidBucketName
 */
export function readBucketName(part: string): string {
  const name = decodePart(part)
  if (name === null) throw fault('InvalidBucketName')
  return checkBucketName(name)
}

export function checkBucketName(name: string): string {
  if (!bucketName.test(name) || name.trim() !== name || /^\.\.?$/.test(name))
    throw fault('InvalidBucketName')
  return name
}

/**
 * Reads `<bucket>/<name>` out of a path as it was sent.
 * @throws ApiError InvalidKey or InvalidBucketName when it cannot be the name of anything
 */
export function readObjectName(path: string): ObjectName {
  const slash = path.indexOf('/')
  if (slash < 1) throw fault('InvalidKey')
  const name = decodePart(path.slice(slash + 1))
  if (name === null) throw fault('InvalidKey')
  return { bucket: readBucketName(path.slice(0, slash)), name: checkObjectName(name) }
}

export function checkObjectName(name: string): string {
  const isOne =
    name.length <= longestName &&
    objectName.test(name) &&
    name.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  if (!isOne) throw fault('InvalidKey', `Invalid key: ${name.slice(0, 100)}`)
  return name
}
