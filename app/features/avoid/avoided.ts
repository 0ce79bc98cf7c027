import { type AvoidedId, avoidableIds, parseAvoidedIds } from '../../../domain/avoid.ts'
import { parseJson } from '../browser/json.ts'
import { tryStorage } from '../browser/key-value-store.ts'
import { localStore } from '../browser/storage.ts'
import { emitStoredTextChange, setStoredText, useStoredText } from '../browser/stored-text.ts'

const readText = () => localStore.get('avoid')

export function readAvoided(): AvoidedId[] {
  return parseAvoidedIds(parseJson(readText()))
}

/** Returns the list as it is now, when this tab or another one changes it. */
export function useAvoided(): AvoidedId[] {
  useStoredText('avoid')
  return readAvoided()
}

/** Adds an item to the list or removes it. The rest of the list is read again: another tab may have changed it. */
export function changeAvoided(item: AvoidedId, isAvoided: boolean): void {
  const avoided = readAvoided()
  storeAvoided(avoidableIds.filter((each) => (each === item ? isAvoided : avoided.includes(each))))
}

/** Returns false when the browser refuses to store the list, which is then gone after a reload. */
export function isAvoidListStored(): boolean {
  return (tryStorage(() => localStorage.getItem('avoid')) ?? null) === readText()
}

export function storeAvoided(avoided: readonly AvoidedId[]): void {
  if (avoided.length > 0) return setStoredText('avoid', JSON.stringify(avoided))
  localStore.remove('avoid')
  emitStoredTextChange()
}
