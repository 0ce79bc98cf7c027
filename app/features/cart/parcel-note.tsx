import { type AutomaticMethod, getAutomaticMethod } from '../../../domain/delivery.ts'
import { formatPence } from '../../../domain/money.ts'
import { formatNumberWord } from '../../../domain/number-words.ts'
import styles from './parcel-note.module.css'

interface ParcelNoteProps {
  count: number
  /** The delivery methods that apply automatically above a number of pieces; null while they are loading. */
  methods: readonly AutomaticMethod[] | null
}

export function ParcelNote({ count, methods }: ParcelNoteProps) {
  if (methods === null) return <div className={styles.parcel} />
  const method = getAutomaticMethod(methods, count) ?? getNextMethod(methods)
  if (method === null) return null
  return (
    <div className={styles.parcel}>
      <span className={styles.places} aria-hidden="true">
        {Array.from({ length: method.automaticAbove }, (_, slot) => (
          <i key={slot} data-taken={slot < count || undefined} />
        ))}
      </span>
      <p>{formatParcelNote(count, method)}</p>
    </div>
  )
}

/** Returns a text with the number of pieces that still fit into the parcel, and the price of the larger parcel. */
export function formatParcelNote(
  count: number,
  { name, price, automaticAbove }: AutomaticMethod,
): string {
  const left = automaticAbove - count
  const cost = `${name} for ${formatPence(price)}`
  if (left < 0) return `More than ${formatNumberWord(automaticAbove)} items, so this goes ${cost}.`
  if (left === 0) return `This parcel is full. One more and it goes ${cost}.`
  return `Room for ${formatNumberWord(left)} more. With ${formatNumberWord(automaticAbove + 1)} or more it goes ${cost}.`
}

function getNextMethod(methods: readonly AutomaticMethod[]): AutomaticMethod | null {
  return [...methods].sort((a, b) => a.automaticAbove - b.automaticAbove)[0] ?? null
}
