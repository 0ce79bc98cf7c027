import { parseJson, textOf } from '../../features/browser/json.ts'
import { localStore } from '../../features/browser/storage.ts'

/** What is on a present's badge, as it was typed. */
export interface GiftWords {
  to: string
  from: string
  note: string
}

const nothing: GiftWords = { to: '', from: '', note: '' }

/** What this browser keeps; null when this cart is no present. */
export function readGift(): GiftWords | null {
  const kept = parseJson(localStore.get('gift_note'))
  const word = (name: keyof GiftWords) => textOf(kept, name) ?? ''
  const gift = { to: word('to'), from: word('from'), note: word('note') }
  return isSaid(gift) ? gift : null
}

/** Keeps it with one of its lines changed. */
export function changeGift(name: keyof GiftWords, words: string): GiftWords {
  const gift = { ...nothing, ...readGift(), [name]: words }
  if (isSaid(gift)) localStore.set('gift_note', JSON.stringify(gift))
  else localStore.remove('gift_note')
  return gift
}

function isSaid(gift: GiftWords): boolean {
  return Object.values(gift).some((words) => words.trim() !== '')
}
