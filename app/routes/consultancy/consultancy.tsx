import { Fragment } from 'react'
import { business } from '../../../domain/business.ts'
import { formatCapitalisedNumberWord, formatNumberWord } from '../../../domain/number-words.ts'
import { consultancyTexts as words, consultancyServices } from '../../content/consultancy.ts'
import { EnquiryLink } from '../../features/enquiries/enquiry-link.tsx'
import { NoteCarousel } from '../../features/testimonials/note-carousel.tsx'
import { SampleTestimonialsNotice } from '../../features/testimonials/notes.tsx'
import { fontLink } from '../../ui/font-links.ts'
import { ArtImage, Mascot } from '../../ui/mascot.tsx'
import { getPatternClass, trapperPatternClass } from '../../ui/pattern.ts'
import { Section } from '../../ui/section.tsx'
import { createPageHead, readTestimonials } from '../head.server.ts'
import type { Route } from './+types/consultancy.ts'
import styles from './consultancy.module.css'

export async function loader(args: Route.LoaderArgs) {
  return { head: createPageHead(args), notes: await readTestimonials(args, 'consultancy') }
}

export function links() {
  return [fontLink('marker')]
}

export { meta } from '../head.ts'

export default function Consultancy({ loaderData: { notes } }: Route.ComponentProps) {
  return (
    <>
      <Binder />
      <section className={`wrap ${styles.who}`} aria-labelledby="who">
        <figure className={styles.photo}>
          <ArtImage name="kitchen-pass" alt={words.who.alt} width={600} height={640} />
        </figure>
        <div className={styles.words}>
          <h2 className="h2" id="who">
            Who am I?
          </h2>
          {words.who.text.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <p className={styles.signed}>{business.chef.name}</p>
        </div>
      </section>
      <Dividers />
      {notes.length > 0 && (
        <Section
          id="margin-notes"
          head="heading"
          title="Notes in the margin"
          beside={<SampleTestimonialsNotice testimonials={notes} />}
        >
          <NoteCarousel notes={notes} />
        </Section>
      )}
    </>
  )
}

function Binder() {
  const { subject, lead, note } = words
  return (
    <section className={`${trapperPatternClass} ${styles.hero}`} aria-labelledby="ask">
      <div className={`wrap ${styles.binder}`}>
        <div className={styles.page}>
          <div className={styles.rings} aria-hidden="true">
            <i />
            <i />
            <i />
          </div>
          <div>
            <p className="marker">{subject}</p>
            <h1 className="h1" id="ask">
              Ask {business.chef.name}
            </h1>
            <p className="lead">{lead}</p>
            <EnquiryLink kind="consultancy" arrow>
              Send an enquiry
            </EnquiryLink>
          </div>
          <aside className={styles.note} aria-label={note.title}>
            <Mascot name="toque" className={styles.chef} />
            <p className={styles.noteTitle}>{note.title}</p>
            <p>{note.text}</p>
          </aside>
        </div>
        <nav className={styles.tabs} aria-label="Services">
          <ul>
            {consultancyServices.map(({ id, title, color }) => (
              <li key={id}>
                <a className="title-link" href={`#${id}`} style={{ '--tab': `var(--${color})` }}>
                  <span>{breakable(title)}</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </section>
  )
}

function Dividers() {
  const count = consultancyServices.length
  return (
    <Section
      className={`${getPatternClass('grid')} ${styles.section}`}
      id="dividers"
      title={
        <>
          {formatCapitalisedNumberWord(count)} dividers, one{' '}
          <span className="highlight">binder</span>
        </>
      }
      lead={<p>Take one, take all {formatNumberWord(count)}. You keep the paperwork.</p>}
    >
      <ol className={styles.cards}>
        {consultancyServices.map(({ id, title, text, mascot, color }, index) => (
          <li key={id} className={styles.card} id={id} style={{ '--tab': `var(--${color})` }}>
            <span className={styles.tab} aria-hidden="true">
              {index + 1}
            </span>
            <div className={styles.sheet}>
              <Mascot name={mascot} className={styles.mascot} />
              <h3>{breakable(title)}</h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  )
}

function breakable(title: string) {
  return title.split(/(?<=\/)/).map((part, index) => (
    <Fragment key={part}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
