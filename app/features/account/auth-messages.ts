export const authErrorTitle = 'Authentication Error'

const shown: readonly [backend: string, text: string][] = [
  ['invalid login credentials', 'Invalid email or password. Please try again.'],
  ['email not confirmed', 'Please check your email and click the confirmation link.'],
  ['user already registered', 'An account with this email already exists. Please sign in instead.'],
]

/** The backend's message as the visitor reads it (specification, section 8); others as given. */
export function authMessage(message: string): string {
  const lower = message.toLowerCase()
  return shown.find(([backend]) => lower.includes(backend))?.[1] ?? message
}
