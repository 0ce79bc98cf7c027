import {
  isUnfit,
  type Label,
  nothingKnown,
  type Verdict,
  verdictOf,
  verdictText,
} from '../../../domain/avoid.ts'
import { readAvoided } from './avoided.ts'
import { loadLabels } from './labels.ts'
import styles from './marks.module.css'

/** As long as a page of the shop may be old, in ms. */
const lifetime = 600_000

let labels = new Map<string, Label>()
let askedAt = 0
let isDue = false
const saidIn = new WeakMap<Element, string>()

/** After what was tapped has been painted. */
export function markLater(): void {
  if (isDue) return
  isDue = true
  requestAnimationFrame(() => setTimeout(() => void mark()))
}

async function mark(): Promise<void> {
  isDue = false
  const places = [...document.querySelectorAll<HTMLElement>('[data-avoid]')]
  if (readAvoided().length > 0) await learn(places.map(slugOf))
  const avoided = readAvoided()
  const verdicts = places.map((place) => {
    const verdict = verdictOf(labels.get(slugOf(place)) ?? nothingKnown, avoided)
    write(place, avoided.length > 0 ? verdict : null)
    return verdict
  })
  count(verdicts.filter((verdict) => !isUnfit(verdict)).length)
}

const slugOf = (place: HTMLElement) => place.dataset['avoid'] ?? ''

async function learn(slugs: string[]): Promise<void> {
  if (Date.now() - askedAt > lifetime) labels = new Map()
  const open = [...new Set(slugs)].filter((slug) => !labels.has(slug))
  if (open.length === 0) return
  askedAt = Date.now()
  labels = new Map([...labels, ...(await loadLabels('slug', open))])
}

function write(place: HTMLElement, verdict: Verdict | null): void {
  const whole = verdict === null ? '' : verdictText(verdict)
  if ((saidIn.get(place) ?? '') === whole) return
  saidIn.set(place, whole)
  if (verdict === null) return place.replaceChildren()
  const said = place.dataset['at'] === 'gallery' ? whole : verdictText(verdict, 1)
  const mark = document.createElement('span')
  mark.className = `${styles.mark} ${styles[verdict.fit]}`
  mark.dataset['fit'] = verdict.fit
  mark.textContent = said
  place.replaceChildren(mark)
  if (said === whole) return
  mark.ariaHidden = 'true'
  const rest = document.createElement('span')
  rest.className = 'visually-hidden'
  rest.textContent = whole
  place.append(rest)
}

/** Beside 'Only what fits', while that is ticked. */
function count(left: number): void {
  const place = document.querySelector('[data-avoid-count]')
  const isTicked = document.querySelector('input[name=fits]:checked') !== null
  const text = left === 0 ? 'Nothing here fits.' : `${left} left.`
  if (place !== null && (isTicked ? text : '') !== place.textContent)
    place.textContent = isTicked ? text : ''
}

// From its import on it says in every place for it how a product fits, whenever the page or the list changes.
addEventListener('storage', markLater)
new MutationObserver(markLater).observe(document.body, {
  attributeFilter: ['data-avoid'],
  childList: true,
  subtree: true,
})
document.addEventListener('change', markLater)
markLater()
