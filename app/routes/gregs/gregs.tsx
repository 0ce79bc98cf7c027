import { business } from '../../../domain/business.ts'
import { gregs as words, markets, whatToExpect } from '../../content/markets.ts'
import { pageMeta } from '../../content/meta.ts'
import { titleOf } from '../../content/titles.ts'
import { shopContext } from '../../context.ts'
import { Hoarding, PaperLabel } from '../../features/places/hoarding.tsx'
import { NewTab } from '../../features/places/outside-link.tsx'
import { Poster } from '../../features/places/poster.tsx'
import { paths } from '../../paths.ts'
import { ButtonLink, buttonLook } from '../../ui/button.tsx'
import type { Route } from './+types/gregs.ts'
import styles from './gregs.module.css'

export function loader({ context }: Route.LoaderArgs) {
  const { siteUrl } = context.get(shopContext)
  return { head: pageMeta({ ...titleOf(paths.markets), canonical: paths.markets }, siteUrl) }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData?.head ?? []
}

/** The second markets page: what to expect on the trestle. */
export default function Gregs() {
  return (
    <>
      <section className={styles.head}>
        <div className="wrap columns">
          <div>
            <p className="kicker">{words.kicker}</p>
            <h1 className="h1">{words.title}</h1>
            <p className="lead">{words.lead}</p>
          </div>
          <img src="/generated/art/poster-gregs.svg" alt={words.alt} width={600} height={470} />
        </div>
      </section>
      <section className="section" aria-labelledby="expect">
        <div className="wrap">
          <h2 className="h2" id="expect">
            {markets.expectTitle}
          </h2>
          <div className="thirds small">
            {whatToExpect.map(({ title, items, note }) => (
              <div key={title} className={styles.bag}>
                <h3>{title}</h3>
                <ul>
                  {items.map((item) => (
                    <li key={item}>{item}</li>
                  ))}
                </ul>
                <p>{note}</p>
              </div>
            ))}
          </div>
          <p className="kicker">
            {markets.vary} {markets.dates}
          </p>
          <div className="row">
            <NewTab className={buttonLook()} href={business.social.photos}>
              {markets.datesButton}
            </NewTab>
            <ButtonLink variant="secondary" to={paths.marketPosters}>
              {markets.postersButton}
            </ButtonLink>
          </div>
        </div>
      </section>
      <Hoarding labelledBy="sauces">
        <div className="columns">
          <PaperLabel>
            <h2 className="h2" id="sauces">
              {words.saucesTitle}
            </h2>
            <p className="lead">{words.sauces}</p>
            <ButtonLink to={paths.shop} arrow>
              {words.saucesButton}
            </ButtonLink>
          </PaperLabel>
          <Poster {...words.saucesPoster} look="rays" turn={-1.2} art="sauces" />
        </div>
      </Hoarding>
    </>
  )
}
