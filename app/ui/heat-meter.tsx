import styles from './heat-meter.module.css'

/** What each step from 0 to 6 feels like. Colour never says it alone. */
export const heatWords = [
  'No heat',
  'Nan-friendly',
  'A bit of a tingle',
  'Ooh, hello',
  'Proper hot',
  'Ring your mum',
  'Absolute chaos',
] as const

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
        <span className={short ? styles.wordsShort : styles.words}>{` · ${heatWords[heat]}`}</span>
      </span>
    </p>
  )
}
