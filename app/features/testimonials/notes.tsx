import type { CSSProperties } from 'react'
import { sampleNote, type Testimonial, testimonialsAreSamples } from '../../content/testimonials.ts'
import styles from './notes.module.css'

const tilts = [-1.4, 0.9, -0.8, 1.3, -1, 0.8]

export function Note({ testimonial, number }: { testimonial: Testimonial; number: number }) {
  const { text, author, location, color } = testimonial
  const look: CSSProperties = {
    '--band': `var(--${color})`,
    '--tilt': `${tilts[number % tilts.length]}deg`,
  }
  return (
    <figure className={styles.note} style={look}>
      <blockquote>{text}</blockquote>
      <figcaption>
        <b>{author}</b>, {location}
      </figcaption>
    </figure>
  )
}

export function SampleNote() {
  if (!testimonialsAreSamples) return null
  return (
    <p className={styles.sample}>
      <b>Sample</b> {sampleNote}
    </p>
  )
}
