import { createSharedValue } from '../../ui/listeners.ts'

/**
 * `welcome` after the first sign-in of an account, `recovery` after a recovery link or recovery code, which require a new password.
 */
type AuthPrompt = 'welcome' | 'recovery'

/** The prompt that is due; its value is null when none is. */
export const {
  read: readAuthPrompt,
  set: setAuthPrompt,
  useValue: useAuthPrompt,
} = createSharedValue<AuthPrompt | null>(null)
