import { cateringTestimonials } from '../../content/testimonials.ts'
import { NoteCarousel } from '../../features/testimonials/note-carousel.tsx'
import { SampleNote } from '../../features/testimonials/sample-note.tsx'

export function PassedBack() {
  return (
    <section className="section tint-skim" aria-labelledby="passed-back">
      <div className="wrap">
        <div className="heading">
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
