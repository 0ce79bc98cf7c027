import { cateringTestimonials } from '../../content/testimonials.ts'
import { NoteCarousel } from '../../features/testimonials/note-carousel.tsx'
import { SampleNote } from '../../features/testimonials/sample-note.tsx'
import styles from './passed-back.module.css'

export function PassedBack() {
  return (
    <section className={styles.passed} aria-labelledby="passed-back">
      <div className="wrap">
        <div className={styles.head}>
          <h2 className="h2" id="passed-back">
            Passed back at the end
          </h2>
          <SampleNote />
        </div>
        <NoteCarousel notes={cateringTestimonials} />
      </div>
    </section>
  )
}
