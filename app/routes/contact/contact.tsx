import { Link } from 'react-router'
import { business } from '../../../domain/business.ts'
import { contactEmails } from '../../content/contact.ts'
import { shopContext } from '../../core/context.ts'
import { mailLink } from '../../ui/mail-link.ts'
import { JsonLd } from '../../features/seo/json-ld.tsx'
import { localBusinessData } from './local-business.ts'
import {
  areOnlySomeSamples,
  TestimonialNote,
  SampleTestimonialsNotice,
} from '../../features/testimonials/notes.tsx'
import { paths } from '../../core/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { fontLink } from '../../ui/font-links.ts'
import { Mascot } from '../../ui/mascot.tsx'
import { getPatternClass } from '../../ui/pattern.ts'
import { createPageHead, readTestimonials } from '../head.server.ts'
import type { Route } from './+types/contact.ts'
import postcard from './postcard.module.css'

export async function loader(args: Route.LoaderArgs) {
  const { siteUrl } = args.context.get(shopContext)
  const notes = await readTestimonials(args, 'contact')
  return { head: createPageHead(args), structured: localBusinessData(siteUrl), notes }
}

export function links() {
  return [fontLink('marker')]
}

export { meta } from '../head.ts'

export default function Contact({ loaderData }: Route.ComponentProps) {
  const { notes, structured } = loaderData
  return (
    <>
      <JsonLd data={structured} />
      <Postcard />
      <section className="section" aria-labelledby="said">
        <div className="wrap">
          <div className="spread heading">
            <div>
              <h2 className="h2" id="said">
                People who wrote back
              </h2>
              <SampleTestimonialsNotice testimonials={notes} />
            </div>
            <Link className="text-link" to={paths.testimonials}>
              All testimonials
            </Link>
          </div>
          <ul className="thirds">
            {notes.map((testimonial, number) => (
              <li key={number}>
                <TestimonialNote
                  testimonial={testimonial}
                  number={number}
                  isMixed={areOnlySomeSamples(notes)}
                />
              </li>
            ))}
          </ul>
        </div>
      </section>
    </>
  )
}

function Postcard() {
  return (
    <section className={`${getPatternClass('zigzag')} ${postcard.hero}`} aria-labelledby="contact">
      <div className="wrap">
        <div className={postcard.card}>
          <div className={postcard.message}>
            <h1 className="h1" id="contact">
              Contact
            </h1>
            <p className="marker">Dear {business.tradingName},</p>
            <p className={`lead ${postcard.text}`}>
              That is how they all begin. We read every one, answer every one, and keep the ones
              with drawings.
            </p>
            <ButtonLink to={mailLink(business.email, 'Hello')} arrow>
              Write to us
            </ButtonLink>
          </div>
          <div className={postcard.addresses}>
            <div className={postcard.stamp} aria-hidden="true">
              <Mascot name="heart" />
              <b>1st class</b>
            </div>
            <Addresses />
          </div>
        </div>
      </div>
    </section>
  )
}

function Addresses() {
  const { legalName, registeredOffice, phone } = business
  return (
    <dl className={postcard.lines}>
      {contactEmails.map(({ label, email, text }) => (
        <div key={email}>
          <dt>{label}</dt>
          <dd>
            <a href={`mailto:${email}`}>{email}</a>
            <span>{text}</span>
          </dd>
        </div>
      ))}
      <div>
        <dt>By phone</dt>
        <dd>
          <a href={`tel:${phone}`}>{spokenPhone(phone)}</a>
        </dd>
      </div>
      <div>
        <dt>By post</dt>
        <dd>
          {legalName}, {registeredOffice}
        </dd>
      </div>
    </dl>
  )
}

/** Formats a London number: "+44 20 7946 0123" for "+442079460123". Returns other numbers as they are. */
function spokenPhone(phone: string): string {
  return phone.replace(/^(\+44)(20)(\d{4})(\d{4})$/, '$1 $2 $3 $4')
}
