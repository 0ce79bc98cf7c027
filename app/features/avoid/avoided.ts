import { type Avoided, parseAvoided } from '../../../domain/avoid.ts'
import { parseJson } from '../browser/json.ts'
import { localStore } from '../browser/storage.ts'

export function readAvoided(): Avoided[] {
  return parseAvoided(parseJson(localStore.get('avoid')))
}

export function storeAvoided(avoided: readonly Avoided[]): void {
  if (avoided.length > 0) localStore.set('avoid', JSON.stringify(avoided))
  else localStore.remove('avoid')
}
