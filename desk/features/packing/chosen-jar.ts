import { jarDay } from './recipe-choices.ts'

const names = new Map<unknown, string>([
  ['old', 'the old jar'],
  ['new', 'the new jar'],
  ['both', 'a mixture of jars'],
])

/** Formats a choice as the database noted it (`recipe_choice_kind`): 'the jar of 26 Nov', by the first day of its recipe. */
export const chosenJar = (jar: unknown, since: unknown): string =>
  names.get(jar) ?? `the jar of ${typeof since === 'string' ? jarDay(since) : 'another day'}`
