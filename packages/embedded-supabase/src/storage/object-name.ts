import { decodePart } from '../core/wire.ts'
import { fault } from './errors.ts'

// Names that the hosted service accepts and every store and address can hold. Each of these characters is one byte.
const objectName = /^[\w/!.*'() &$=@;:+,?-]{1,1024}$/
const bucketName = /^[\w!.*'() &$=@;:+,?-]{1,100}$/

export interface ObjectName {
  bucket: string
  name: string
}

/** @throws ApiError InvalidBucketName */
export function checkBucketName(name: string): string {
  if (!bucketName.test(name) || name.trim() !== name || /^\.\.?$/.test(name))
    throw fault('InvalidBucketName')
  return name
}

/** @throws ApiError InvalidKey */
export function checkObjectName(name: string): string {
  const isOne = objectName.test(name) && !name.split('/').some((part) => /^\.{0,2}$/.test(part))
  if (!isOne) throw fault('InvalidKey', `Invalid key: ${name.slice(0, 100)}`)
  return name
}

/**
 * Reads a part of a path as it was sent.
 * @throws ApiError InvalidBucketName
 */
export function readBucketName(part: string): string {
  return checkBucketName(decodePart(part) ?? '')
}

/**
 * Reads `<bucket>/<name>` out of a path as it was sent.
 * @throws ApiError InvalidKey or InvalidBucketName when it cannot be the name of anything
 */
export function readObjectName(path: string): ObjectName {
  const [bucket = '', ...parts] = path.split('/')
  const name = checkObjectName(decodePart(parts.join('/')) ?? '')
  return { bucket: readBucketName(bucket), name }
}
