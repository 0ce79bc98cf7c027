import type { CSSProperties } from 'react'
import { sampleTestimonialsText, type Testimonial } from '../../content/testimonials.ts'
import styles from './notes.module.css'

const tilts = [-1.4, 0.9, -0.8, 1.3, -1, 0.8]

interface TestimonialNoteProps {
  testimonial: Testimonial
  number: number
  /** True when real quotes are shown beside it, so that each sample needs its own mark. */
  isMixed: boolean
}

export function TestimonialNote({ testimonial, number, isMixed }: TestimonialNoteProps) {
  const { text, author, location, color, isSample } = testimonial
  const style: CSSProperties = {
    '--band': `var(--${color})`,
    '--tilt': `${tilts[number % tilts.length]}deg`,
  }
  return (
    <figure className={styles.note} style={style}>
      <blockquote>{text}</blockquote>
      <figcaption>
        <b>{author}</b>, {location}
        {isSample && isMixed && <SampleTestimonialMark />}
      </figcaption>
    </figure>
  )
}

export function areOnlySomeSamples(testimonials: readonly Testimonial[]): boolean {
  return new Set(testimonials.map(({ isSample }) => isSample)).size > 1
}

/** Marks a list that has only samples. */
export function SampleTestimonialsNotice({
  testimonials,
}: {
  testimonials: readonly Testimonial[]
}) {
  if (testimonials.length === 0 || !testimonials.every(({ isSample }) => isSample)) return null
  return (
    <p className={styles.sample}>
      <b>Sample</b> {sampleTestimonialsText}
    </p>
  )
}

/** Marks a single sample. */
export function SampleTestimonialMark() {
  return (
    <span className={styles.sample}>
      {' '}
      <b>Sample</b>
    </span>
  )
}
