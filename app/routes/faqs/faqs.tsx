import { data } from 'react-router'
import { business } from '../../../domain/business.ts'
import { dietsOf } from '../../../domain/diet.ts'
import { faqLead, faqsOf } from '../../content/faqs.ts'
import { pageMeta } from '../../content/meta.ts'
import { titleOf } from '../../content/titles.ts'
import { shopContext } from '../../context.ts'
import {
  listDeliveryPrices,
  listCards,
  noteUnavailable,
} from '../../features/catalogue/queries.server.ts'
import { mailLink } from '../../features/enquiries/mail-link.ts'
import { faqData } from '../../features/seo/faq-data.ts'
import { JsonLd } from '../../features/seo/json-ld.tsx'
import { paths } from '../../paths.ts'
import { ButtonAnchor } from '../../ui/button.tsx'
import { Mascot } from '../../ui/mascot.tsx'
import { Squiggle } from '../../ui/squiggle.tsx'
import type { Route } from './+types/faqs.ts'
import { Question } from './question.tsx'
import styles from './faqs.module.css'

/** @throws 503 when the database cannot be asked: what delivery costs is never made up */
export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { readRows, siteUrl } = shop
  try {
    const [products, delivery] = await Promise.all([
      readRows('cards', listCards),
      readRows('delivery', listDeliveryPrices),
    ])
    const faqs = faqsOf({ delivery, diets: dietsOf(products) })
    const head = pageMeta({ ...titleOf(paths.faqs), canonical: paths.faqs }, siteUrl)
    return { head, lead: faqLead(faqs), faqs, structured: faqData(faqs) }
  } catch (error) {
    throw data(noteUnavailable(error, shop).message, { status: 503 })
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData?.head ?? []
}

/** Three questions, of which one is open at a time. */
export default function Faqs({ loaderData }: Route.ComponentProps) {
  return (
    <div className={`wrap ${styles.page}`}>
      <JsonLd data={loaderData.structured} />
      <header className={styles.head}>
        <div>
          <h1 className="h1">Frequently asked</h1>
          <Squiggle />
          <p className="lead">{loaderData.lead}</p>
        </div>
        <Mascot name="garlic" className={styles.mascot} />
      </header>
      <div className="stack">
        {loaderData.faqs.map((faq) => (
          <Question key={faq.id} faq={faq} />
        ))}
      </div>
      <section className={styles.more} aria-labelledby="more">
        <h2 id="more">Yours is not here?</h2>
        <p>Ask away. A person answers, usually with flour on their hands.</p>
        <ButtonAnchor href={mailLink(business.email, 'A question')} arrow>
          Contact Us
        </ButtonAnchor>
      </section>
    </div>
  )
}
