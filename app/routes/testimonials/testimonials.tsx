import { business } from '../../../domain/business.ts'
import { leadingNumber } from '../../../domain/number-words.ts'
import { type Testimonial, testimonials } from '../../content/testimonials.ts'
import { mailLink } from '../../ui/mail-link.ts'
import { SampleNote } from '../../features/testimonials/notes.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { headOf } from '../head.server.ts'
import type { Route } from './+types/testimonials.ts'
import styles from './testimonials.module.css'

export function loader(args: Route.LoaderArgs) {
  return { head: headOf(args), testimonials }
}

export { meta } from '../head.ts'

export default function Testimonials({ loaderData }: Route.ComponentProps) {
  return (
    <section className="page-top tint-mint" aria-labelledby="testimonials">
      <div className="wrap">
        <header className="spread heading">
          <div>
            <h1 className="h1" id="testimonials">
              Testimonials
            </h1>
            <p className="lead">
              {leadingNumber(loaderData.testimonials.length)} people with something to say. No
              doubles.
            </p>
            <SampleNote />
          </div>
          <ButtonLink to={mailLink(business.email, 'My testimonial')} arrow>
            Submit Your Testimonial
          </ButtonLink>
        </header>
        <ol className={styles.album}>
          {loaderData.testimonials.map((testimonial, index) => (
            <Sticker key={testimonial.text} testimonial={testimonial} number={index + 1} />
          ))}
        </ol>
      </div>
    </section>
  )
}

/** Degrees by which a sticker misses its frame, in turn. */
const tilts = [-1.4, 1, 0.6, -0.8, 1.5, -1.1, 0.9]

function Sticker({ testimonial, number }: { testimonial: Testimonial; number: number }) {
  const { text, author, location, color, textColor } = testimonial
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
        </figcaption>
      </figure>
    </li>
  )
}
