import { heatDescriptions } from '../../domain/heat-words.ts'
import styles from './heat-meter.module.css'

const bars = [1, 2, 3, 4, 5, 6]

interface HeatMeterProps {
  /** A whole number from 0 to 6. */
  heat: number
  short?: boolean
}

export function HeatMeter({ heat, short = false }: HeatMeterProps) {
  if (heat <= 0) return <p className={styles.heat}>No heat · all love</p>
  return (
    <p className={styles.heat}>
      <span className={styles.bars} data-heat={heat}>
        {bars.map((bar) => (
          <i key={bar} className={bar > heat ? styles.cold : undefined} />
        ))}
      </span>
      <span>
        {`Heat ${heat} of 6`}
        <span
          className={short ? styles.wordsShort : styles.words}
        >{` · ${heatDescriptions[heat]}`}</span>
      </span>
    </p>
  )
}
