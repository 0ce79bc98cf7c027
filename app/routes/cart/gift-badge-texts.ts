import { parseJson, getTextField } from '../../features/browser/json.ts'
import { localStore } from '../../features/browser/storage.ts'

/** The text of a gift badge, as typed. */
export interface GiftBadgeTexts {
  to: string
  from: string
  note: string
}

const nothing: GiftBadgeTexts = { to: '', from: '', note: '' }

/** Returns the stored gift badge, or null when the cart has none. */
export function readGiftBadge(): GiftBadgeTexts | null {
  const kept = parseJson(localStore.get('gift_note'))
  const word = (name: keyof GiftBadgeTexts) => getTextField(kept, name) ?? ''
  const gift = { to: word('to'), from: word('from'), note: word('note') }
  return isSaid(gift) ? gift : null
}

/** Changes one text of the stored gift badge and returns all of them. */
export function changeGiftBadge(name: keyof GiftBadgeTexts, words: string): GiftBadgeTexts {
  const gift = { ...nothing, ...readGiftBadge(), [name]: words }
  if (isSaid(gift)) localStore.set('gift_note', JSON.stringify(gift))
  else localStore.remove('gift_note')
  return gift
}

function isSaid(gift: GiftBadgeTexts): boolean {
  return Object.values(gift).some((words) => words.trim() !== '')
}
