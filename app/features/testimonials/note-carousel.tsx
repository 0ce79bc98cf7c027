import type { Testimonial } from '../../content/testimonials.ts'
import { Carousel } from '../../ui/carousel.tsx'
import { areOnlySomeSamples, TestimonialNote } from './notes.tsx'
import styles from './notes.module.css'

/** The time between two testimonials, in ms (from the specification). */
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
        <TestimonialNote
          key={number}
          testimonial={testimonial}
          number={number}
          isMixed={areOnlySomeSamples(notes)}
        />
      ))}
    </Carousel>
  )
}
