import { sampleNote, testimonialsAreSamples } from '../../content/testimonials.ts'
import styles from './sample-note.module.css'

/** Says that the words beside it are samples, for as long as they are. */
export function SampleNote() {
  if (!testimonialsAreSamples) return null
  return (
    <p className={styles.note}>
      <b>Sample</b> {sampleNote}
    </p>
  )
}
