import { Link } from 'react-router'
import { contactTestimonials } from '../../content/testimonials.ts'
import { pageMeta } from '../../content/meta.ts'
import { titleOf } from '../../content/titles.ts'
import { shopContext } from '../../context.ts'
import { JsonLd } from '../../features/seo/json-ld.tsx'
import { localBusinessData } from '../../features/seo/site-data.ts'
import { Note } from '../../features/testimonials/note.tsx'
import { SampleNote } from '../../features/testimonials/sample-note.tsx'
import { paths } from '../../paths.ts'
import { markerFont } from '../../ui/font-links.ts'
import type { Route } from './+types/contact.ts'
import { Postcard } from './postcard.tsx'

export function loader({ context }: Route.LoaderArgs) {
  const { siteUrl } = context.get(shopContext)
  const head = pageMeta({ ...titleOf(paths.contact), canonical: paths.contact }, siteUrl)
  return { head, structured: localBusinessData(siteUrl) }
}

export function links(): Route.LinkDescriptors {
  return [markerFont]
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData?.head ?? []
}

export default function Contact({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <JsonLd data={loaderData.structured} />
      <Postcard />
      <section className="section" aria-labelledby="said">
        <div className="wrap">
          <div className="spread heading">
            <div>
              <h2 className="h2" id="said">
                People who wrote back
              </h2>
              <SampleNote />
            </div>
            <Link className="text-link" to={paths.testimonials}>
              All testimonials
            </Link>
          </div>
          <ul className="thirds">
            {contactTestimonials.map((testimonial, number) => (
              <li key={testimonial.text}>
                <Note testimonial={testimonial} number={number} />
              </li>
            ))}
          </ul>
        </div>
      </section>
    </>
  )
}
