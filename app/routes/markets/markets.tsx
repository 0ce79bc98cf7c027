import { business } from '../../../domain/business.ts'
import { marketPosters, markets as words } from '../../content/markets.ts'
import { pageMeta } from '../../content/meta.ts'
import { titleOf } from '../../content/titles.ts'
import { shopContext } from '../../context.ts'
import { Hoarding, PaperLabel } from '../../features/places/hoarding.tsx'
import { NewTab } from '../../features/places/outside-link.tsx'
import { Poster } from '../../features/places/poster.tsx'
import { paths } from '../../paths.ts'
import { ButtonLink, buttonLook } from '../../ui/button.tsx'
import { Mascot } from '../../ui/mascot.tsx'
import type { Route } from './+types/markets.ts'
import styles from './markets.module.css'

const looks = ['fountain', 'butter', 'mint'] as const
const turns = [-1.4, 1, -0.8]

export function loader({ context }: Route.LoaderArgs) {
  const { siteUrl } = context.get(shopContext)
  return {
    head: pageMeta({ ...titleOf(paths.marketPosters), canonical: paths.marketPosters }, siteUrl),
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData?.head ?? []
}

/** /markets: the stall's posters. */
export default function Markets() {
  return (
    <>
      <section className="page-top tint-jazz on-dark">
        <div className={`wrap ${styles.headRow}`}>
          <div>
            <h1 className="h1">{words.title}</h1>
            <p className="lead">{words.lead}</p>
          </div>
          <Mascot name="biscuit" className={styles.mascot} />
        </div>
      </section>
      <Hoarding labelledBy="posters">
        <PaperLabel>
          <h2 className="h2" id="posters">
            {words.postersTitle}
          </h2>
        </PaperLabel>
        <div className={styles.wall}>
          {marketPosters.map(({ title, kicker, text, art, alt }, index) => (
            <Poster
              key={title}
              look={looks[index % looks.length] ?? 'fountain'}
              turn={turns[index % turns.length] ?? 0}
              kicker={kicker}
              title={title}
              art={art}
              alt={alt}
              facts={<p>{text}</p>}
            />
          ))}
        </div>
      </Hoarding>
      <section className="section" aria-labelledby="when">
        <div className="wrap">
          <h2 className="h2" id="when">
            {words.datesTitle}
          </h2>
          <p className="lead">{words.dates}</p>
          <div className="row">
            <NewTab className={buttonLook()} href={business.social.photos}>
              {words.datesButton}
            </NewTab>
            <ButtonLink variant="secondary" to={paths.markets} arrow>
              {words.expectTitle}
            </ButtonLink>
          </div>
          <ul className={styles.rules}>
            {words.rules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        </div>
      </section>
    </>
  )
}
