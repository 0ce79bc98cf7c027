import { addDays, type Day } from '../../../domain/dates.ts'
import { whereToFindUsTexts as words } from '../../content/where-to-find-us.ts'
import {
  getListingDay,
  type ShopEvent,
  formatShortDate,
} from '../../features/places/shop-events.server.ts'

/** Returns the lines of the four keys, in their order. Lists the taco nights of the next week only if one is cancelled or moved. */
export function teletextLines(
  next: (kind: ShopEvent['kind']) => ShopEvent[],
  today: Day,
): string[] {
  const linesOf = (dates: ShopEvent[]) => dates.map(formatShortDate).join(' · ')
  const two = (kind: ShopEvent['kind']) => linesOf(next(kind).slice(0, 2))
  const nights = next('taco').filter((night) => getListingDay(night, today) <= addDays(today, 7))
  return [
    nights.every(({ state }) => state === 'on') ? words.tacos : linesOf(nights),
    two('pop-up') || words.noPopUps,
    two('market') || words.markets,
    two('brewery') || words.brewery,
  ]
}
