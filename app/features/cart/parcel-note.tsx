import { roomBeforeXl, xlAbove } from '../../../domain/delivery.ts'
import { formatPence } from '../../../domain/money.ts'
import { formatNumberWord } from '../../../domain/number-words.ts'
import styles from './parcel-note.module.css'

interface ParcelNoteProps {
  count: number
  /** Pence; null when unknown. */
  xlPrice: number | null
}

export function ParcelNote({ count, xlPrice }: ParcelNoteProps) {
  return (
    <div className={styles.parcel}>
      <span className={styles.places} aria-hidden="true">
        {Array.from({ length: xlAbove }, (_, place) => (
          <i key={place} data-taken={place < count || undefined} />
        ))}
      </span>
      <p>{parcelWords(count, xlPrice)}</p>
    </div>
  )
}

/** Says how many more pieces fit the parcel, and the price (pence) of the larger one. */
export function parcelWords(count: number, xlPrice: number | null): string {
  const room = roomBeforeXl(count)
  const price = xlPrice === null ? '' : ` for ${formatPence(xlPrice)}`
  if (room === null) return `More than ${formatNumberWord(xlAbove)} items, so this goes XL${price}.`
  if (room === 0) return `This parcel is full. One more and it goes XL${price}.`
  return `Room for ${formatNumberWord(room)} more. With ${formatNumberWord(xlAbove + 1)} or more it goes XL${price}.`
}
