import { data } from 'react-router'
import { pageMeta } from '../../content/meta.ts'
import { policies } from '../../content/policies/policies.ts'
import { titleOf } from '../../content/titles.ts'
import { shopContext } from '../../context.ts'
import { listDeliveryPrices, noteUnavailable } from '../../features/catalogue/queries.server.ts'
import { RichWords } from '../../ui/rich-words.tsx'
import { Squiggle } from '../../ui/squiggle.tsx'
import type { Route } from './+types/policy.ts'
import { ContentsList } from './contents-list.tsx'
import { PolicyBlocks } from './policy-blocks.tsx'
import styles from './policy.module.css'

/**
 * The words stay on the server: a page of small print costs a visitor no script.
 * @throws 503 when the database cannot be asked: what delivery costs is never made up
 */
export async function loader({ context, pattern }: Route.LoaderArgs) {
  const path = `/${pattern}`
  const written = policies[path]
  if (written === undefined) throw data(null, { status: 404 })
  const shop = context.get(shopContext)
  const head = pageMeta({ ...titleOf(path), canonical: path }, shop.siteUrl)
  if (typeof written !== 'function') return { head, policy: written }
  try {
    return { head, policy: written(await shop.readRows('delivery', listDeliveryPrices)) }
  } catch (error) {
    throw data(noteUnavailable(error, shop).message, { status: 503 })
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData?.head ?? []
}

/** Milk, one column of 65 characters, no patterns. */
export default function PolicyPage({ loaderData }: Route.ComponentProps) {
  const { title, updated, lead, short, sections } = loaderData.policy
  return (
    <article className={`wrap ${styles.page}`}>
      <header className={styles.head}>
        <h1 className="h1">{title}</h1>
        <Squiggle />
        <p className={styles.updated}>Last updated {updated}</p>
        <p className="lead">{lead}</p>
      </header>
      <ContentsList sections={sections} />
      <div className={styles.words}>
        <section className={`sheet tint-butter ${styles.short}`} aria-labelledby="in-short">
          <h2 id="in-short">In short</h2>
          <ul className="bullets">
            {short.map((line) => (
              <li key={line}>
                <RichWords text={line} />
              </li>
            ))}
          </ul>
        </section>
        {sections.map((section, index) => (
          <section key={section.id} className={styles.section} aria-labelledby={section.id}>
            <h2 id={section.id} tabIndex={-1}>
              <span>{index + 1}.</span> {section.title}
            </h2>
            <PolicyBlocks blocks={section.blocks} />
          </section>
        ))}
      </div>
    </article>
  )
}
