import { addDays, type Day } from '../../../domain/dates.ts'
import { whereToFindUs as words } from '../../content/where-to-find-us.ts'
import { type Happening, shortLine } from '../../features/places/happenings.server.ts'

/** The lines of the four keys, in their order. A taco night of this week that is otherwise than usual is said. */
export function teletextLines(
  next: (kind: Happening['kind']) => Happening[],
  today: Day,
): string[] {
  const two = (kind: Happening['kind']) => next(kind).slice(0, 2).map(shortLine).join(' · ')
  const week = addDays(today, 7)
  const odd = next('taco').find(
    ({ state, day, was }) => state !== 'on' && (was?.day ?? day) <= week,
  )
  return [
    odd === undefined ? words.tacos : shortLine(odd),
    two('pop-up') || words.noPopUps,
    two('market') || words.markets,
    two('brewery') || words.brewery,
  ]
}
