import styles from './quantity-stepper.module.css'

interface QuantityStepperProps {
  /** The name of the product. */
  name: string
  pieces: number
  most: number
  choose: (pieces: number) => void
}

/** Stepper for the number of pieces of a line. */
export function QuantityStepper({ name, pieces, most, choose }: QuantityStepperProps) {
  return (
    <fieldset
      className={pieces > 0 ? `${styles.stepper} ${styles.low}` : styles.stepper}
      aria-label={`Pieces of ${name}`}
    >
      <button
        type="button"
        aria-label={`One less of ${name}`}
        disabled={pieces === 0}
        onClick={() => choose(pieces - 1)}
      >
        −
      </button>
      <b aria-live="polite">{pieces}</b>
      <button
        type="button"
        aria-label={`One more of ${name}`}
        disabled={pieces >= most}
        onClick={() => choose(pieces + 1)}
      >
        +
      </button>
    </fieldset>
  )
}
