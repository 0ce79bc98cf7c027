import type { Testimonial } from '../../content/testimonials.ts'
import { Carousel } from '../../ui/carousel.tsx'
import { Note } from './notes.tsx'
import styles from './notes.module.css'

/** The specification's pace of testimonials, ms. */
const INTERVAL = 4000

export function NoteCarousel({ notes }: { notes: readonly Testimonial[] }) {
  return (
    <Carousel
      label="Testimonials"
      itemName="note"
      interval={INTERVAL}
      loop
      className={styles.notes}
    >
      {notes.map((testimonial, number) => (
        <Note key={testimonial.text} testimonial={testimonial} number={number} />
      ))}
    </Carousel>
  )
}
