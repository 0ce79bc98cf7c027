export type Arrival =
  | { kind: 'none' }
  /** A confirmed address or a magic link is a sign-in; a recovery is not one yet. */
  | { kind: 'session'; signIn: boolean }
  | { kind: 'failed'; message: string }

const signIns: readonly (string | null)[] = ['signup', 'magiclink', 'invite']

export function readArrival(hash: string): Arrival {
  const values = new URLSearchParams(hash.replace(/^#/, ''))
  const message = values.get('error_description')
  if (values.has('error') || message !== null)
    return { kind: 'failed', message: message ?? 'Email link is invalid or has expired' }
  if (!values.has('access_token')) return { kind: 'none' }
  return { kind: 'session', signIn: signIns.includes(values.get('type')) }
}
