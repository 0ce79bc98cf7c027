import { jarDay } from './recipe-choices.ts'

const names = new Map<unknown, string>([
  ['old', 'the old jar'],
  ['new', 'the new jar'],
  ['both', 'some of each jar'],
])

/** 'the jar of 26 Nov': what the database notes of a choice (`jar_words`), with the first day of that recipe. */
export const chosenJar = (jar: unknown, since: unknown): string =>
  names.get(jar) ?? `the jar of ${typeof since === 'string' ? jarDay(since) : 'another day'}`
