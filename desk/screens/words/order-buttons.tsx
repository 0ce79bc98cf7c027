import { Icon } from '../../ui/icon.tsx'

interface OrderButtonsProps {
  /** What is moved, for whoever hears it. */
  name: string
  /** Where it stands, from 1, and how many there are. */
  place: number
  count: number
  onMove: (to: number) => void
}

export function OrderButtons({ name, place, count, onMove }: OrderButtonsProps) {
  return (
    <span className="words-order">
      <button
        type="button"
        className="ibtn"
        aria-label={`Move ${name} up`}
        disabled={place === 1}
        onClick={() => onMove(place - 1)}
      >
        <Icon name="up" small />
      </button>
      <button
        type="button"
        className="ibtn"
        aria-label={`Move ${name} down`}
        disabled={place === count}
        onClick={() => onMove(place + 1)}
      >
        <Icon name="down" small />
      </button>
    </span>
  )
}

/** A list with one of it put at another place, from 1. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from - 1)
  const one = list.slice(from - 1, from)
  return [...rest.slice(0, to - 1), ...one, ...rest.slice(to - 1)]
}
