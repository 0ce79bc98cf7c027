import { consultancyTestimonials } from '../../content/testimonials.ts'
import { NoteCarousel } from '../../features/testimonials/note-carousel.tsx'
import { SampleNote } from '../../features/testimonials/sample-note.tsx'

export function MarginNotes() {
  return (
    <section className="section" aria-labelledby="margin-notes">
      <div className="wrap">
        <div className="heading">
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
