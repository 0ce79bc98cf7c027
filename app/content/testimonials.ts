/** A customer's quote. `textColor` must be readable on `color`: ink on light colours, milk on dark ones. */
export interface Testimonial {
  author: string
  location: string
  text: string
  color: string
  textColor: 'ink' | 'milk'
  /** True for an invented quote that shows what the page looks like. */
  isSample: boolean
}

export type TestimonialPage = 'testimonials' | 'consultancy' | 'catering' | 'contact'

export const sampleTestimonialsText =
  'We made these up to fill the page until the real ones come in.'

const deep = ['grape', 'jazz', 'ink']

interface TestimonialRow extends Pick<Testimonial, 'author' | 'location' | 'color'> {
  words: string
  is_sample: boolean
}

export function toTestimonial({
  words,
  is_sample: isSample,
  ...said
}: TestimonialRow): Testimonial {
  return { ...said, text: words, textColor: deep.includes(said.color) ? 'milk' : 'ink', isSample }
}
