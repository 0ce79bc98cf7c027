import { business } from '../../../domain/business.ts'
import { formatCapitalisedNumberWord } from '../../../domain/number-words.ts'
import { cateringBlurbs, cateringTexts, dishes, reasonsToBook } from '../../content/catering.ts'
import { shopContext } from '../../core/context.ts'
import { EnquiryLink } from '../../features/enquiries/enquiry-link.tsx'
import { mailLink } from '../../ui/mail-link.ts'
import { SceneShowcase } from '../../features/scenes/scene-showcase.tsx'
import { cateringBusinessData } from './business-data.ts'
import { JsonLd } from '../../features/seo/json-ld.tsx'
import { NoteCarousel } from '../../features/testimonials/note-carousel.tsx'
import { SampleTestimonialsNotice } from '../../features/testimonials/notes.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Carousel } from '../../ui/carousel.tsx'
import { ArtImage, Mascot } from '../../ui/mascot.tsx'
import { carpetPatternClass, getPatternClass } from '../../ui/pattern.ts'
import { Section } from '../../ui/section.tsx'
import { createPageHead, readTestimonials } from '../head.server.ts'
import type { Route } from './+types/catering.ts'
import styles from './catering.module.css'

/** The time between two pictures, in ms (from the specification). */
const INTERVAL = 3000

const tints = ['butter', 'blush', 'mint', 'sky', 'peach', 'lilac']

export async function loader(args: Route.LoaderArgs) {
  const { siteUrl } = args.context.get(shopContext)
  const notes = await readTestimonials(args, 'catering')
  return { head: createPageHead(args), business: cateringBusinessData(siteUrl), notes }
}

/** Preloads the picture at the top: as it is in a style sheet only, the browser would fetch it after all styles. */
export function links() {
  return [{ rel: 'preload', as: 'image', href: '/generated/art/carpet.svg' }]
}

export { meta } from '../head.ts'

export default function Catering({ loaderData: { business: data, notes } }: Route.ComponentProps) {
  return (
    <>
      <JsonLd data={data} />
      <Ticket />
      <Dishes />
      <Blurbs />
      <section className="section tint-blush" aria-labelledby="parties">
        <div className="wrap heading">
          <h2 className="h2" id="parties">
            Seen at <span className="highlight">parties</span>
          </h2>
        </div>
        <SceneShowcase names={['canapes', 'cake', 'smoke', 'sharing']} />
      </section>
      <Reasons />
      {notes.length > 0 && (
        <Section
          className="tint-skim"
          id="passed-back"
          head="heading"
          title="Passed back at the end"
          beside={<SampleTestimonialsNotice testimonials={notes} />}
        >
          <NoteCarousel notes={notes} />
        </Section>
      )}
    </>
  )
}

function Ticket() {
  const { admit, lead, facts } = cateringTexts
  return (
    <section className={`${carpetPatternClass} page-top`} aria-labelledby="catering">
      <div className={`wrap ${styles.columns}`}>
        <div className={styles.ticket}>
          <div className={styles.main}>
            <p className="caption">{admit}</p>
            <h1 className="h1" id="catering">
              Proud Catering
            </h1>
            <p className="lead">{lead}</p>
            <ul className={styles.facts}>
              {facts.map((fact) => (
                <li key={fact}>{fact}</li>
              ))}
            </ul>
            <div className="row">
              <ButtonLink to={mailLink(business.cateringEmail, 'Proud Catering')} arrow>
                Get in Touch
              </ButtonLink>
              <EnquiryLink kind="catering" variant="secondary">
                Send an enquiry
              </EnquiryLink>
            </div>
          </div>
          <p className={styles.stub} aria-hidden="true">
            <span>Proud Catering</span>
            <span>No. 0060</span>
          </p>
        </div>
        <ArtImage
          name="cloche"
          className={styles.cloche}
          eager
          width={460}
          height={470}
          fetchPriority="high"
        />
      </div>
    </section>
  )
}

function Dishes() {
  return (
    <Section id="dishes" title="What lands on the table">
      <Carousel
        label="Dishes"
        itemName="picture"
        interval={INTERVAL}
        loop
        className={styles.carousel}
      >
        {dishes.map(({ name, title }) => (
          <figure key={name} className={styles.dish}>
            <ArtImage name={`dish-${name}`} width={300} height={300} />
            <figcaption>{title}</figcaption>
          </figure>
        ))}
      </Carousel>
    </Section>
  )
}

function Blurbs() {
  return (
    <section
      className={`${getPatternClass('confetti')} section tint-cheddar`}
      aria-labelledby="services"
    >
      <h2 className="visually-hidden" id="services">
        What we do
      </h2>
      <ul className="wrap thirds">
        {cateringBlurbs.map(({ headline, title, text }) => (
          <li key={headline} className={styles.board}>
            <p className={styles.headline}>{headline}</p>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Reasons() {
  return (
    <section className={`wrap ${styles.reasons}`} aria-labelledby="reasons">
      <div>
        <h2 className="h2" id="reasons">
          Why choose us
        </h2>
        <p className="lead">
          {formatCapitalisedNumberWord(reasonsToBook.length)} reasons, all true, none of them the
          bunting.
        </p>
        <Mascot name="toque" className={styles.chef} />
      </div>
      <ol className="cluster">
        {reasonsToBook.map(({ mascot, title, text }, place) => (
          <li key={mascot}>
            <span style={{ background: `var(--${tints[place % tints.length]})` }}>
              <Mascot name={mascot} />
            </span>
            <div>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
