import { useState } from 'react'
import { business } from '../../../domain/business.ts'
import {
  type BeerMat,
  beerMats,
  breweryTexts as words,
  breweryPictures,
} from '../../content/brewery.ts'
import { DatesSection } from '../../features/places/diary-list.tsx'
import { PaperLabel } from '../../features/places/poster-board.tsx'
import { NewTabLink } from '../../ui/new-tab-link.tsx'
import { LocationPage } from '../../features/places/location-page.tsx'
import { paths } from '../../core/paths.ts'
import { ButtonLink, getButtonClass } from '../../ui/button.tsx'
import { joinClasses } from '../../ui/classes.ts'
import { useHydrated } from '../../ui/hydrated.ts'
import { ArtImage } from '../../ui/mascot.tsx'
import { Section } from '../../ui/section.tsx'
import { loadUpcomingDates } from '../diary.server.ts'
import { createPageHead } from '../head.server.ts'
import type { Route } from './+types/brewery.ts'
import styles from './brewery.module.css'

export async function loader(args: Route.LoaderArgs) {
  return { head: createPageHead(args), ...(await loadUpcomingDates(args, 'brewery')) }
}

export { meta } from '../head.ts'

export default function Brewery({ loaderData: { dates, events } }: Route.ComponentProps) {
  return (
    <LocationPage
      head="tint-sky"
      words={words}
      picture={
        <div className={styles.soon}>
          <h2>{dates.length > 0 ? words.datesTitle : words.soon}</h2>
          <p>{dates.length > 0 ? words.datesText : words.soonText}</p>
          <NewTabLink className={getButtonClass()} href={business.social.photos}>
            {words.button}
          </NewTabLink>
        </div>
      }
      events={events}
    >
      {dates.length > 0 && <DatesSection id="dates" title={words.datesTitle} dates={dates} />}
      <section className={styles.table} aria-labelledby="mats">
        <div className="wrap">
          <PaperLabel id="mats" title={words.matsTitle}>
            <p>{words.matsText}</p>
          </PaperLabel>
          <ul className={styles.mats}>
            {beerMats.map((mat) => (
              <li key={mat.slug}>
                <Mat {...mat} />
              </li>
            ))}
          </ul>
        </div>
      </section>
      <Section id="pictures" title={words.picturesTitle}>
        <div className="cluster">
          {breweryPictures.map(({ file, title, alt }) => (
            <figure key={file} className="print">
              <ArtImage name={file} alt={alt} width={720} height={450} />
              <figcaption>{title}</figcaption>
            </figure>
          ))}
        </div>
        <div className="row">
          <b>{words.waysTitle}</b>
          <ButtonLink to={paths.tacoTuesdays} variant="secondary" arrow>
            Taco Tuesdays
          </ButtonLink>
          <ButtonLink to={paths.whereToFindUs} variant="quiet">
            Where to Find Us
          </ButtonLink>
        </div>
      </Section>
    </LocationPage>
  )
}

function Mat({ slug, name, alt, fact, text }: BeerMat) {
  const alive = useHydrated()
  const [turned, setTurned] = useState(false)
  return (
    <div className={joinClasses(styles.mat, turned && styles.turned)}>
      <div className={styles.front} aria-hidden={turned}>
        <ArtImage
          name={`beer-mat-${slug}`}
          alt={alt}
          eager
          decoding="async"
          width={220}
          height={220}
        />
      </div>
      <div className={styles.back} aria-hidden={alive}>
        <b>{fact}</b>
        <p>{text}</p>
      </div>
      {alive && (
        <>
          <button
            className={styles.turn}
            type="button"
            aria-label={`Turn over ${name}`}
            aria-pressed={turned}
            onClick={() => setTurned(!turned)}
          />
          <output>
            <span className="visually-hidden">{turned && `${fact}: ${text}`}</span>
          </output>
        </>
      )}
    </div>
  )
}
