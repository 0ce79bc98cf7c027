import { formatRecipeStart } from './recipe-choices.ts'

const names = new Map<unknown, string>([
  ['old', 'the old jar'],
  ['new', 'the new jar'],
  ['both', 'a mixture of jars'],
])

/**
 * Formats which recipe was chosen, as the database recorded it (`recipe_choice_kind`): 'the old jar', or 'the jar of 26 Nov' by the
 * first day of the recipe.
 */
export const formatLoggedJar = (jar: unknown, since: unknown): string =>
  names.get(jar) ??
  `the jar of ${typeof since === 'string' ? formatRecipeStart(since) : 'another day'}`
