import { heatDescriptions } from '../../../domain/heat-words.ts'
import fieldStyles from '../../ui/field.module.css'
import quantityStepperStyles from '../../ui/quantity-stepper.module.css'
import styles from './heat.module.css'

const bars = [1, 2, 3, 4, 5, 6]

export function HeatBars({ heat }: { heat: number }) {
  return (
    <span className={styles.bars} aria-hidden="true">
      {bars.map((bar) => (
        <i
          key={bar}
          style={{ height: 7 + bar * 2.5, ...(bar <= heat && { '--c': `var(--h${bar})` }) }}
        />
      ))}
    </span>
  )
}

export function HeatInput({ heat, onChange }: { heat: number; onChange: (heat: number) => void }) {
  return (
    <>
      <p className={fieldStyles.label}>
        Heat {heat} of 6 · {heatDescriptions[heat]}
      </p>
      <p className={styles.line}>
        <span className={quantityStepperStyles.stepper}>
          <button
            type="button"
            aria-label="Less heat"
            disabled={heat === 0}
            onClick={() => onChange(heat - 1)}
          >
            −
          </button>
          <b>{heat}</b>
          <button
            type="button"
            aria-label="More heat"
            disabled={heat === 6}
            onClick={() => onChange(heat + 1)}
          >
            +
          </button>
        </span>
        <HeatBars heat={heat} />
      </p>
    </>
  )
}
