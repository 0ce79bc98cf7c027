import { StartError } from '../packages/embedded-supabase/src/core.ts'

const refusals: Record<string, string> = {
  EACCES: 'may not be used by this account',
  EPERM: 'may not be used by this account',
  EROFS: 'lies where nothing can be written',
  ENOSPC: 'does not fit: the disk is full',
  EDQUOT: 'does not fit: this account’s share of the disk is full',
  ENOTDIR: 'is not in a folder: one of its parts is a file',
  EEXIST: 'should be a folder and is a file',
}

export function describeStartError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return describeKnownError(error) ?? error.stack ?? error.message
}

/** Returns a message without a stack trace for an error that an owner can fix; null for any other error. */
export function describeKnownError(error: Error): string | null {
  if (error instanceof StartError) return error.message.replaceAll(/\s*\n\s*/g, ' ')
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'EADDRINUSE') return 'another program uses this port. Set PORT to a free one.'
  if (code === 'EADDRNOTAVAIL') return 'HOST is not an address of this machine.'
  if (code === 'EACCES' && 'port' in error)
    return `port ${String(error.port)} may not be used by this account. Set PORT to one above 1023.`
  const refusal = Object.hasOwn(refusals, code) ? refusals[code] : undefined
  const isWriting = 'syscall' in error && error.syscall === 'write'
  const what = 'path' in error ? String(error.path) : isWriting ? 'What the shop writes' : null
  if (refusal !== undefined && what !== null) return `${what} ${refusal}.`
  return null
}
