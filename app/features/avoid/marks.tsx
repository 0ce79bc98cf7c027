import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { Link, useLocation, useMatches } from 'react-router'
import {
  hasFaults,
  type ProductLabel,
  unknownProductLabel,
  type AvoidanceVerdict,
  getAvoidanceVerdict,
  verdictText,
} from '../../../domain/avoid.ts'
import { paths } from '../../core/paths.ts'
import { joinClasses } from '../../ui/classes.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { createSharedValue } from '../../ui/listeners.ts'
import { subscribeToStoredText } from '../browser/stored-text.ts'
import { readAvoided } from './avoided.ts'
import { type FitMarkProps, fitComponents, type FitCountProps } from './fit-mark.tsx'
import { loadAllergenLabels } from './labels.ts'
import styles from './marks.module.css'

/** A page and the products on it. Its labels are requested for it alone, so that no mark is older than the label beside it. */
interface MarkedPage {
  data: unknown
  slugs: Set<string>
  labels: Map<string, ProductLabel>
}

const createPage = (data: unknown): MarkedPage => ({ data, slugs: new Set(), labels: new Map() })
let page = createPage(null)
let isScheduled = false

/** The verdicts by slug, and the data of the page that they are about; empty while the avoid list is empty. */
const verdicts = createSharedValue<{
  data: unknown
  bySlug: ReadonlyMap<string, AvoidanceVerdict>
}>({
  data: null,
  bySlug: new Map(),
})

/** Returns the data of the page, which is another object after each navigation that loads it; a key for pages without data. */
function usePageData(): unknown {
  const { key } = useLocation()
  return useMatches().at(-1)?.loaderData ?? key
}

function useVerdicts(data: unknown): (slug: string) => AvoidanceVerdict | undefined {
  const latest = verdicts.useValue()
  return (slug) => (latest.data === data ? latest.bySlug.get(slug) : undefined)
}

function Mark({ slug, position }: FitMarkProps) {
  const data = usePageData()
  const verdict = useVerdicts(data)(slug)
  useEffect(() => {
    if (page.data !== data) page = createPage(data)
    page.slugs.add(slug)
    scheduleRecheck()
  }, [slug, data])
  if (verdict === undefined) return null
  const { fit } = verdict
  const fullText = verdictText(verdict)
  const text = position === 'gallery' ? fullText : verdictText(verdict, 1)
  return (
    <span
      className={joinClasses(styles.place, styles[position])}
      ref={(mark) => markCard(mark, fit)}
    >
      <span
        className={joinClasses(styles.mark, styles[fit])}
        data-fit={fit}
        aria-hidden={text !== fullText || undefined}
      >
        {text}
      </span>
      {text !== fullText && <span className="visually-hidden">{fullText}</span>}
    </span>
  )
}

/**
 * Writes a verdict on the list item around a mark, so that "Only what fits" can hide the item: Firefox before 121 has no `:has`.
 * Returns the function that removes it.
 */
function markCard(mark: HTMLElement | null, fit: AvoidanceVerdict['fit']): () => void {
  const item = mark?.closest('li')
  item?.setAttribute('data-card-fit', fit)
  return () => item?.removeAttribute('data-card-fit')
}

function FitCount({ slugs, count }: FitCountProps) {
  const findVerdict = useVerdicts(usePageData())
  const pageVerdicts = slugs.flatMap((slug) => findVerdict(slug) ?? [])
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

/** Compares all products of the page with the avoid list again, after the next paint. Calls before that are merged into one. */
function scheduleRecheck(): void {
  if (isScheduled) return
  isScheduled = true
  requestAnimationFrame(() => setTimeout(() => void recheck()))
}

async function recheck(): Promise<void> {
  isScheduled = false
  const { data, slugs, labels } = page
  if (readAvoided().length > 0) {
    const missing = [...slugs].filter((slug) => !labels.has(slug))
    for (const [slug, label] of await loadAllergenLabels('slug', missing)) labels.set(slug, label)
  }
  // The marks of a page that was opened in the meantime have scheduled their own check.
  if (page.data !== data) return
  const avoided = readAvoided()
  const shown = avoided.length > 0 ? [...slugs] : []
  const findVerdict = (slug: string) =>
    getAvoidanceVerdict(labels.get(slug) ?? unknownProductLabel, avoided)
  verdicts.set({ data, bySlug: new Map(shown.map((slug) => [slug, findVerdict(slug)])) })
}

// From the import of this module on, every `FitMark` renders its mark and follows each change of the list.
fitComponents.set({ Mark, FitCount })
subscribeToStoredText(scheduleRecheck)
