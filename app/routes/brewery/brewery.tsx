import { business } from '../../../domain/business.ts'
import { brewery as words, breweryPictures } from '../../content/brewery.ts'
import { pageMeta } from '../../content/meta.ts'
import { titleOf } from '../../content/titles.ts'
import { shopContext } from '../../context.ts'
import { NewTab } from '../../features/places/outside-link.tsx'
import { paths } from '../../paths.ts'
import { buttonLook } from '../../ui/button.tsx'
import type { Route } from './+types/brewery.ts'
import { BeerMats } from './beer-mats.tsx'
import styles from './brewery.module.css'

export function loader({ context }: Route.LoaderArgs) {
  const { siteUrl } = context.get(shopContext)
  return { head: pageMeta({ ...titleOf(paths.brewery), canonical: paths.brewery }, siteUrl) }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData?.head ?? []
}

export default function Brewery() {
  return (
    <>
      <section className="page-top tint-sky">
        <div className="wrap columns">
          <div>
            <p className="kicker">{words.kicker}</p>
            <h1 className="h1">{words.title}</h1>
            <p className="lead">{words.lead}</p>
          </div>
          <div className={styles.soon}>
            <h2>{words.soon}</h2>
            <p>{words.soonText}</p>
            <NewTab className={buttonLook()} href={business.social.photos}>
              {words.button}
            </NewTab>
          </div>
        </div>
      </section>
      <BeerMats />
      <section className="section" aria-labelledby="pictures">
        <div className="wrap">
          <h2 className="h2" id="pictures">
            {words.picturesTitle}
          </h2>
          <div className="cluster">
            {breweryPictures.map(({ file, title, alt }) => (
              <figure key={file} className="print">
                <img
                  src={`/generated/art/${file}.svg`}
                  alt={alt}
                  width={720}
                  height={450}
                  loading="lazy"
                  decoding="async"
                />
                <figcaption>{title}</figcaption>
              </figure>
            ))}
          </div>
        </div>
      </section>
    </>
  )
}
