import { business } from '../../../domain/business.ts'
import { leadingNumber } from '../../../domain/number-words.ts'
import { pageMeta } from '../../content/meta.ts'
import { testimonials } from '../../content/testimonials.ts'
import { titleOf } from '../../content/titles.ts'
import { shopContext } from '../../context.ts'
import { mailLink } from '../../features/enquiries/mail-link.ts'
import { SampleNote } from '../../features/testimonials/sample-note.tsx'
import { paths } from '../../paths.ts'
import { ButtonAnchor } from '../../ui/button.tsx'
import type { Route } from './+types/testimonials.ts'
import { Sticker } from './sticker.tsx'
import styles from './testimonials.module.css'

export function loader({ context }: Route.LoaderArgs) {
  const { siteUrl } = context.get(shopContext)
  const head = pageMeta({ ...titleOf(paths.testimonials), canonical: paths.testimonials }, siteUrl)
  return { head, testimonials }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData?.head ?? []
}

/** A double page of the album, with a sticker for everybody who said something. */
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
          <ButtonAnchor href={mailLink(business.email, 'My testimonial')} arrow>
            Submit Your Testimonial
          </ButtonAnchor>
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
