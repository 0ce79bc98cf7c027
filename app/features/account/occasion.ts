import { createValue } from '../../ui/listeners.ts'

/** A first sign-in, which is welcomed; or a recovery link was opened, and a new password is wanted. */
type Occasion = 'welcome' | 'recovery'

/** Null when it is over. */
export const {
  read: readOccasion,
  set: setOccasion,
  useValue: useOccasion,
} = createValue<Occasion | null>(null)
