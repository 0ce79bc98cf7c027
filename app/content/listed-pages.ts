import type { Day } from '../../domain/dates.ts'
import { paths } from '../paths.ts'

/** A page that search engines are told of. */
export interface ListedPage {
  /** Its canonical path. */
  path: string
  /** When its words last changed; null where it shows products, and changes with them. */
  changed: Day | null
}

/** Every page but the products, once each, under its canonical path. Give a page a new day when its words change. */
export const listedPages: readonly ListedPage[] = [
  { path: paths.home, changed: null },
  { path: paths.shop, changed: null },
  { path: paths.subscriptions, changed: null },
  { path: paths.catering, changed: '2026-11-20' },
  { path: paths.consultancy, changed: '2026-11-20' },
  { path: paths.about, changed: '2026-11-20' },
  { path: paths.whereToFindUs, changed: '2026-11-20' },
  { path: paths.tacoTuesdays, changed: '2026-11-20' },
  { path: paths.popUps, changed: '2026-11-20' },
  { path: paths.marketPosters, changed: '2026-11-20' },
  { path: paths.markets, changed: '2026-11-20' },
  { path: paths.brewery, changed: '2026-11-20' },
  { path: paths.testimonials, changed: '2026-11-20' },
  { path: paths.faqs, changed: null },
  { path: paths.contact, changed: '2026-11-20' },
  { path: paths.privacyPolicy, changed: '2025-04-30' },
  { path: paths.termsOfService, changed: '2026-11-22' },
  { path: paths.cookiePolicy, changed: '2026-11-22' },
]
