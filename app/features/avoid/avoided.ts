import { type Avoided, parseAvoided } from '../../../domain/avoid.ts'
import { parseJson } from '../browser/json.ts'
import { announceNotes, keepNote } from '../browser/notes.ts'
import { localStore } from '../browser/storage.ts'

export function readAvoided(): Avoided[] {
  return parseAvoided(parseJson(localStore.get('avoid')))
}

export function keepAvoided(avoided: readonly Avoided[]): void {
  if (avoided.length > 0) return keepNote('avoid', JSON.stringify(avoided))
  localStore.remove('avoid')
  announceNotes()
}
