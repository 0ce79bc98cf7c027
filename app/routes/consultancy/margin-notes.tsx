import { consultancyTestimonials } from '../../content/testimonials.ts'
import { NoteCarousel } from '../../features/testimonials/note-carousel.tsx'
import { SampleNote } from '../../features/testimonials/sample-note.tsx'
import styles from './margin-notes.module.css'

export function MarginNotes() {
  return (
    <section className={styles.notes} aria-labelledby="margin-notes">
      <div className="wrap">
        <div className={styles.head}>
          <h2 className="h2" id="margin-notes">
            Notes in the margin
          </h2>
          <SampleNote />
        </div>
        <NoteCarousel notes={consultancyTestimonials} />
      </div>
    </section>
  )
}
