import { createValue } from '../../ui/listeners.ts'

/** A first sign-in, which shows a welcome, or an opened recovery link, which asks for a new password. */
type Occasion = 'welcome' | 'recovery'

/** The value is null when there is no occasion, or when it is over. */
export const {
  read: readOccasion,
  set: setOccasion,
  useValue: useOccasion,
} = createValue<Occasion | null>(null)
