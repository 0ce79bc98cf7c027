import { business } from '../../../domain/business.ts'
import { groupFoodsByDiet } from '../../../domain/avoid.ts'
import { faqLead, toFaqs } from '../../content/faqs.ts'
import { shopContext } from '../../core/context.ts'
import { listDeliveryMethods, listAllergenLabels } from '../../features/catalogue/queries.server.ts'
import { mailLink } from '../../ui/mail-link.ts'
import { listFaqs } from '../../features/words/words.server.ts'
import { faqData } from './faq-data.ts'
import { JsonLd } from '../../features/seo/json-ld.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Mascot } from '../../ui/mascot.tsx'
import { FormattedText } from '../../ui/formatted-text.tsx'
import { Squiggle } from '../../ui/squiggle.tsx'
import { readOrThrow503, createPageHead } from '../head.server.ts'
import type { Route } from './+types/faqs.ts'
import styles from './faqs.module.css'

export async function loader(args: Route.LoaderArgs) {
  const shop = args.context.get(shopContext)
  const [rows, labels, delivery] = await readOrThrow503(shop, () =>
    Promise.all([
      shop.readRows('faqs', listFaqs),
      shop.readRows('labels', listAllergenLabels),
      shop.readRows('delivery', listDeliveryMethods),
    ]),
  )
  const faqs = toFaqs(rows, { delivery, diets: groupFoodsByDiet(labels) })
  return { head: createPageHead(args), lead: faqLead(faqs), faqs, structured: faqData(faqs) }
}

export { meta } from '../head.ts'

/** `details` elements of the same name close each other. A long answer scrolls; the link in each makes it reachable by keyboard. */
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
        {loaderData.faqs.map(({ id, question, answer }) => (
          <details key={id} className={styles.question} name="faq" id={id}>
            <summary className="ends">
              <h2 id={`${id}-question`}>{question}</h2>
            </summary>
            <section className={styles.answer} aria-labelledby={`${id}-question`}>
              {answer.map((paragraph) => (
                <p key={paragraph}>
                  <FormattedText text={paragraph} />
                </p>
              ))}
            </section>
          </details>
        ))}
      </div>
      <section className={styles.more} aria-labelledby="more">
        <h2 id="more">Not found yours?</h2>
        <p>Ask away. A person answers, usually with flour on their hands.</p>
        <ButtonLink to={mailLink(business.email, 'A question')} arrow>
          Contact Us
        </ButtonLink>
      </section>
    </div>
  )
}
