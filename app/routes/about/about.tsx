import { about as words } from '../../content/about.ts'
import { pageMeta } from '../../content/meta.ts'
import { titleOf } from '../../content/titles.ts'
import { shopContext } from '../../context.ts'
import { organisationData } from '../../features/places/structured-data.server.ts'
import { JsonLd } from '../../features/seo/json-ld.tsx'
import { paths } from '../../paths.ts'
import type { Route } from './+types/about.ts'
import styles from './about.module.css'
import { Arms } from './arms.tsx'
import { Years } from './years.tsx'

export function loader({ context }: Route.LoaderArgs) {
  const { siteUrl } = context.get(shopContext)
  return {
    head: pageMeta({ ...titleOf(paths.about), canonical: paths.about }, siteUrl),
    organisation: organisationData(siteUrl),
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData?.head ?? []
}

/** The mixtape: Side A is ten years, Side B the four arms. Also at /queer. */
export default function About({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <section className="page-top tint-sky">
        <div className="wrap columns">
          <div>
            <h1 className="h1">{words.title}</h1>
            <p className="lead">{words.lead}</p>
          </div>
          <picture>
            <source
              media="(prefers-reduced-motion: no-preference)"
              srcSet="/generated/art/mixtape-turning.svg"
            />
            <img
              className={styles.tape}
              src="/generated/art/mixtape.svg"
              alt=""
              width={540}
              height={350}
            />
          </picture>
        </div>
      </section>
      <Years />
      <section className="section tint-butter" aria-labelledby="notes">
        <div className={`wrap ${styles.sleeve}`}>
          <h2 className="h2" id="notes">
            {words.storyTitle}
          </h2>
          <div>
            {words.story.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </div>
      </section>
      <Arms />
      <JsonLd data={loaderData.organisation} />
    </>
  )
}
