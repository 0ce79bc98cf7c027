import { business } from '../../../domain/business.ts'
import { formatCapitalisedNumberWord } from '../../../domain/number-words.ts'
import type { Testimonial } from '../../content/testimonials.ts'
import { mailLink } from '../../ui/mail-link.ts'
import {
  areOnlySomeSamples,
  SampleTestimonialMark,
  SampleTestimonialsNotice,
} from '../../features/testimonials/notes.tsx'
import { createPageHead, readTestimonials } from '../head.server.ts'
import { ButtonLink } from '../../ui/button.tsx'
import type { Route } from './+types/testimonials.ts'
import styles from './testimonials.module.css'

export async function loader(args: Route.LoaderArgs) {
  return { head: createPageHead(args), testimonials: await readTestimonials(args, 'testimonials') }
}

export { meta } from '../head.ts'

export default function Testimonials({ loaderData: { testimonials } }: Route.ComponentProps) {
  return (
    <section className="page-top tint-mint" aria-labelledby="testimonials">
      <div className="wrap">
        <header className="spread heading">
          <div>
            <h1 className="h1" id="testimonials">
              Testimonials
            </h1>
            <p className="lead">
              {formatCapitalisedNumberWord(testimonials.length)} people with something to say. No
              doubles.
            </p>
            <SampleTestimonialsNotice testimonials={testimonials} />
          </div>
          <ButtonLink to={mailLink(business.email, 'My testimonial')} arrow>
            Submit Your Testimonial
          </ButtonLink>
        </header>
        <ol className={styles.album}>
          {testimonials.map((testimonial, index) => (
            <Sticker
              key={index}
              testimonial={testimonial}
              number={index + 1}
              isMixed={areOnlySomeSamples(testimonials)}
            />
          ))}
        </ol>
      </div>
    </section>
  )
}

/** The rotation of the stickers against their frames, in degrees, applied in turn. */
const tilts = [-1.4, 1, 0.6, -0.8, 1.5, -1.1, 0.9]

interface StickerProps {
  testimonial: Testimonial
  number: number
  isMixed: boolean
}

function Sticker({ testimonial, number, isMixed }: StickerProps) {
  const { text, author, location, color, textColor, isSample } = testimonial
  const look = {
    '--field': `var(--${color})`,
    '--words': `var(--${textColor})`,
    '--tilt': `${tilts[number % tilts.length]}deg`,
  }
  return (
    <li className={styles.slot}>
      <figure className={styles.sticker} style={look}>
        <span className={styles.number}>
          <span className="visually-hidden">Sticker number </span>
          {String(number).padStart(2, '0')}
        </span>
        <blockquote>{text}</blockquote>
        <figcaption>
          <b>{author}</b>, {location}
          {isSample && isMixed && <SampleTestimonialMark />}
        </figcaption>
      </figure>
    </li>
  )
}
