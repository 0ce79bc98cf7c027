import { type MouseEvent, useRef } from 'react'
import { Link } from 'react-router'
import {
  aboutTexts as words,
  businessArms,
  type Milestone,
  milestones,
} from '../../content/about.ts'
import { shopContext } from '../../core/context.ts'
import { JsonLd } from '../../features/seo/json-ld.tsx'
import { organisationData } from '../../features/seo/organisation.ts'
import { editorialPaths } from '../../core/editorial-paths.ts'
import { joinClasses } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { ArtImage, Mascot } from '../../ui/mascot.tsx'
import { CloseButton, useBackdropPress } from '../../ui/dialog.tsx'
import { PageHead, Section } from '../../ui/section.tsx'
import { arrowPath } from '../../ui/shapes/icons.ts'
import { createPageHead } from '../head.server.ts'
import type { Route } from './+types/about.ts'
import styles from './about.module.css'

export function loader(args: Route.LoaderArgs) {
  const { siteUrl } = args.context.get(shopContext)
  return {
    head: createPageHead(args),
    organisation: organisationData(siteUrl),
    flags: editorialPaths.flags,
  }
}

export { meta } from '../head.ts'

export default function About({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        className="tint-sky"
        row="columns"
        title={words.title}
        lead={words.lead}
        beside={<Tape />}
      />
      <Years />
      <Section className="tint-butter" row={styles.sleeve} id="notes" title={words.storyTitle}>
        <div>
          {words.story.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <Link className="text-link" to={loaderData.flags}>
            Find the flags on our labels
          </Link>
        </div>
      </Section>
      <Arms />
      <JsonLd data={loaderData.organisation} />
    </>
  )
}

/**
 * The hubs rotate on compositor layers, without repainting, and for less than five seconds, so that no pause button is
 * needed (WCAG 2.2.2).
 */
function Tape() {
  return (
    <div className={styles.tape}>
      <ArtImage name="mixtape" className="fill" eager width={540} height={350} />
      <ArtImage name="mixtape-hub" eager width={66} height={66} />
      <ArtImage name="mixtape-hub" eager width={66} height={66} />
    </div>
  )
}

function Years() {
  return (
    <Section
      id="side-a"
      head="spread heading"
      title={
        <>
          <span className={styles.side}>Side A</span> {words.sideA}
        </>
      }
      beside={<p>{words.sideAText}</p>}
    >
      <ol className={styles.list}>
        {milestones.map((year) => (
          <li key={year.year}>
            <YearTrack {...year} />
          </li>
        ))}
      </ol>
      {milestones.map((year) => (
        <YearPrint key={year.year} {...year} />
      ))}
    </Section>
  )
}

function YearTrack({ year, title, text, alt }: Milestone) {
  const id = `year-${year}`
  const open = (event: MouseEvent) => {
    const dialog = document.getElementById(id)
    // Prevents `command`, which the browser would run on the dialog that is open by then.
    event.preventDefault()
    if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal()
  }
  return (
    <>
      <button
        className={styles.picture}
        type="button"
        aria-label={year}
        aria-haspopup="dialog"
        onClick={open}
        // Opens the dialog without JavaScript in browsers that support invoker commands.
        {...{ command: 'show-modal', commandfor: id }}
      >
        <span className={styles.paper}>
          <ArtImage name={id} alt={alt} width={300} height={300} />
          <span className={styles.zoom}>
            <Icon name="zoom" />
          </span>
        </span>
      </button>
      <p className={styles.year}>{year}</p>
      <h3>{title}</h3>
      <p className={styles.text}>{text}</p>
    </>
  )
}

/**
 * A native dialog, which contains the focus and handles Esc. A click on the picture or on the backdrop closes it, even
 * without JavaScript.
 */
function YearPrint({ year, title, text, alt }: Milestone) {
  const id = `year-${year}`
  const dialog = useRef<HTMLDialogElement>(null)
  const backdrop = useBackdropPress(() => dialog.current?.close())
  return (
    <dialog
      className={styles.print}
      id={id}
      aria-labelledby={`${id}-title`}
      closedby="any"
      ref={dialog}
      {...backdrop}
    >
      <figure>
        <ArtImage name={id} alt={alt} width={300} height={300} />
        <figcaption className={styles.words}>
          <b>{year}</b>
          <span>
            <strong id={`${id}-title`}>{title}</strong>
            {text}
          </span>
        </figcaption>
      </figure>
      <form method="dialog">
        <CloseButton className={styles.close} type="submit" />
        <button className={styles.anywhere} type="submit" tabIndex={-1} aria-hidden="true" />
      </form>
    </dialog>
  )
}

function Arms() {
  return (
    <Section
      className="tint-jazz on-dark"
      row="columns tail"
      id="side-b"
      head
      title={
        <>
          <span className={joinClasses(styles.side, styles.sideB)}>Side B</span> {words.sideB}
        </>
      }
      lead={words.sideBText}
    >
      <ol className={styles.inlay}>
        {businessArms.map(({ mascot, title, text, to }, index) => (
          <li key={title}>
            <Link to={to}>
              <b className={styles.number} aria-hidden="true">
                B{index + 1}
              </b>
              <Mascot name={mascot} />
              <span className={styles.armWords}>
                <b>{title}</b> {text}
              </span>
              <svg className={styles.arrow} viewBox="0 0 24 24" aria-hidden="true">
                <path d={arrowPath} />
              </svg>
            </Link>
          </li>
        ))}
      </ol>
    </Section>
  )
}
