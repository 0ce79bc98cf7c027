import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { Link } from 'react-router'
import {
  isUnfit,
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
import { type FitMarkProps, fitComponents, type LeftProps } from './fit-mark.tsx'
import { loadLabels } from './labels.ts'
import styles from './marks.module.css'

/** The time in ms for which loaded labels are used. Cached pages of the shop can be as old. */
const lifetime = 600_000

/** The slugs of all products that this page load has shown. */
const shown = new Set<string>()
/** The verdicts by slug; empty while the avoid list is empty. */
const verdicts = createValue<ReadonlyMap<string, Verdict>>(new Map())
let labels = new Map<string, Label>()
let askedAt = 0
let isDue = false

function Mark({ slug, at }: FitMarkProps) {
  const verdict = verdicts.useValue().get(slug)
  useEffect(() => {
    shown.add(slug)
    recheckSoon()
  }, [slug])
  if (verdict === undefined) return null
  const whole = verdictText(verdict)
  const said = at === 'gallery' ? whole : verdictText(verdict, 1)
  return (
    <span className={classes(styles.place, styles[at])}>
      <span
        className={classes(styles.mark, styles[verdict.fit])}
        data-fit={verdict.fit}
        aria-hidden={said !== whole || undefined}
      >
        {said}
      </span>
      {said !== whole && <span className="visually-hidden">{whole}</span>}
    </span>
  )
}

function Left({ slugs, count }: LeftProps) {
  const known = verdicts.useValue()
  const judged = slugs.flatMap((slug) => known.get(slug) ?? [])
  if (judged.length === 0) return null
  const left = judged.filter((verdict) => !isUnfit(verdict)).length
  return (
    <>
      <b>{left || 'None'}</b> {slugs.length < count && 'on this page, '}of{' '}
      {left === 0 && <NothingFits />}
    </>
  )
}

/** Renders the empty state into the list of products, whose cards are all hidden. */
function NothingFits() {
  const list = document.querySelector('ul[aria-label="Products"]')
  const words = (
    <li className={styles.none}>
      <EmptyState title="Got none. Need some." picture="/generated/art/garlic-shrug.svg">
        <p>Nothing here fits your list.</p>
        <Link className="text-link" to={paths.shop}>
          All Products
        </Link>
      </EmptyState>
    </li>
  )
  return list && createPortal(words, list)
}

/** Compares all shown products with the avoid list again, after the next paint. Calls before that are merged into one. */
export function recheckSoon(): void {
  if (isDue) return
  isDue = true
  requestAnimationFrame(() => setTimeout(() => void judge()))
}

async function judge(): Promise<void> {
  isDue = false
  if (readAvoided().length > 0) await learn([...shown])
  const avoided = readAvoided()
  const slugs = avoided.length > 0 ? [...shown] : []
  const verdictOn = (slug: string) => getVerdict(labels.get(slug) ?? unknownLabel, avoided)
  verdicts.set(new Map(slugs.map((slug) => [slug, verdictOn(slug)])))
}

async function learn(slugs: string[]): Promise<void> {
  if (Date.now() - askedAt > lifetime) labels = new Map()
  const open = slugs.filter((slug) => !labels.has(slug))
  if (open.length === 0) return
  askedAt = Date.now()
  labels = new Map([...labels, ...(await loadLabels('slug', open))])
}

// From the import of this module on, every `FitMark` renders its mark, and changes of the list in other tabs apply, too.
fitComponents.set({ Mark, Left })
addEventListener('storage', recheckSoon)
