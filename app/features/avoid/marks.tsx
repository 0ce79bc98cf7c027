import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { Link } from 'react-router'
import {
  hasFaults,
  type Label,
  unknownLabel,
  type Verdict,
  getVerdict,
  verdictText,
} from '../../../domain/avoid.ts'
import { paths } from '../../core/paths.ts'
import { classes } from '../../ui/classes.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { createValue } from '../../ui/listeners.ts'
import { readAvoided } from './avoided.ts'
import { type FitMarkProps, fitComponents, type FitCountProps } from './fit-mark.tsx'
import { loadLabels } from './labels.ts'
import styles from './marks.module.css'

/** The time in ms for which loaded labels are used. Cached pages of the shop can be as old. */
const labelMaxAgeMs = 600_000

/** The slugs of all products that this page load has shown. */
const shownSlugs = new Set<string>()
/** The verdicts by slug; empty while the avoid list is empty. */
const verdicts = createValue<ReadonlyMap<string, Verdict>>(new Map())
let labels = new Map<string, Label>()
let requestedAt = 0
let isScheduled = false

function Mark({ slug, position }: FitMarkProps) {
  const verdict = verdicts.useValue().get(slug)
  useEffect(() => {
    shownSlugs.add(slug)
    scheduleRecheck()
  }, [slug])
  if (verdict === undefined) return null
  const fullText = verdictText(verdict)
  const text = position === 'gallery' ? fullText : verdictText(verdict, 1)
  return (
    <span className={classes(styles.place, styles[position])}>
      <span
        className={classes(styles.mark, styles[verdict.fit])}
        data-fit={verdict.fit}
        aria-hidden={text !== fullText || undefined}
      >
        {text}
      </span>
      {text !== fullText && <span className="visually-hidden">{fullText}</span>}
    </span>
  )
}

function FitCount({ slugs, count }: FitCountProps) {
  const verdictsBySlug = verdicts.useValue()
  const pageVerdicts = slugs.flatMap((slug) => verdictsBySlug.get(slug) ?? [])
  if (pageVerdicts.length === 0) return null
  const fittingCount = pageVerdicts.filter((verdict) => !hasFaults(verdict)).length
  return (
    <>
      <b>{fittingCount || 'None'}</b> {slugs.length < count && 'on this page, '}of{' '}
      {fittingCount === 0 && <NothingFits />}
    </>
  )
}

/** Renders the empty state into the list of products, whose cards are all hidden. */
function NothingFits() {
  const list = document.querySelector('ul[aria-label="Products"]')
  const emptyState = (
    <li className={styles.none}>
      <EmptyState title="Got none. Need some." picture="/generated/art/garlic-shrug.svg">
        <p>Nothing here fits your list.</p>
        <Link className="text-link" to={paths.shop}>
          All Products
        </Link>
      </EmptyState>
    </li>
  )
  return list && createPortal(emptyState, list)
}

/** Compares all shown products with the avoid list again, after the next paint. Calls before that are merged into one. */
export function scheduleRecheck(): void {
  if (isScheduled) return
  isScheduled = true
  requestAnimationFrame(() => setTimeout(() => void recheck()))
}

async function recheck(): Promise<void> {
  isScheduled = false
  if (readAvoided().length > 0) await loadMissingLabels([...shownSlugs])
  const avoided = readAvoided()
  const slugs = avoided.length > 0 ? [...shownSlugs] : []
  const findVerdict = (slug: string) => getVerdict(labels.get(slug) ?? unknownLabel, avoided)
  verdicts.set(new Map(slugs.map((slug) => [slug, findVerdict(slug)])))
}

async function loadMissingLabels(slugs: string[]): Promise<void> {
  if (Date.now() - requestedAt > labelMaxAgeMs) labels = new Map()
  const missing = slugs.filter((slug) => !labels.has(slug))
  if (missing.length === 0) return
  requestedAt = Date.now()
  labels = new Map([...labels, ...(await loadLabels('slug', missing))])
}

// From the import of this module on, every `FitMark` renders its mark, and changes of the list in other tabs apply, too.
fitComponents.set({ Mark, FitCount })
addEventListener('storage', scheduleRecheck)
