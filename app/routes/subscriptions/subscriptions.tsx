import { useEffect, useRef } from 'react'
import { data, useRevalidator } from 'react-router'
import { londonDay } from '../../../domain/dates.ts'
import { boxPairs } from '../../content/boxes.ts'
import { shopContext } from '../../core/context.ts'
import { readLastBoxes } from '../../features/catalogue/last-boxes.server.ts'
import { listBoxes } from './list-boxes.server.ts'
import { fontLink } from '../../ui/font-links.ts'
import { PageHead } from '../../ui/section.tsx'
import { readOrThrow503, createPageHead } from '../head.server.ts'
import type { Route } from './+types/subscriptions.ts'
import { BoxPairSection } from './box-pair-section.tsx'
import styles from './subscriptions.module.css'

/** After a database error, which is only logged, the boxes are shown as coming soon (specification, section 4). */
export async function loader(args: Route.LoaderArgs) {
  const shop = args.context.get(shopContext)
  const { supabase, now, logFailure } = shop
  const { rows, failure } = await listBoxes(supabase)
  if (failure !== null) logFailure('Subscriptions: the boxes could not be read', failure)
  const failed = failure !== null
  const last = failed ? {} : await readOrThrow503(shop, () => readLastBoxes(shop))
  const page = { head: createPageHead(args), rows, last, today: londonDay(now()), failed }
  return data(page, failure === null ? undefined : { headers: { 'Cache-Control': 'no-store' } })
}

export function links() {
  return [fontLink('marker')]
}

export { headers, meta } from '../head.ts'

export default function Subscriptions({ loaderData }: Route.ComponentProps) {
  const { rows, last, today, failed } = loaderData
  const isLoading = useSecondTry(failed)
  return (
    <>
      <PageHead
        className={`tint-lilac ${styles.head}`}
        title="Bear or Twink?"
        lead="Two boxes of sauces, snacks and silliness from LGBTQIA+ makers. Monthly if you’re keen, quarterly if you’re busy."
      />
      <div className={styles.halves}>
        {boxPairs.map((pair) => (
          <BoxPairSection
            key={pair.id}
            pair={pair}
            rows={rows}
            last={last[pair.id]}
            today={today}
            isLoading={isLoading}
          />
        ))}
        <p className={styles.or} aria-hidden="true">
          or
        </p>
      </div>
    </>
  )
}

/** Reloads the boxes once after a database error. Returns true while it does. */
function useSecondTry(failed: boolean): boolean {
  const { revalidate, state } = useRevalidator()
  const hasTried = useRef(false)
  useEffect(() => {
    if (!failed || hasTried.current) return
    hasTried.current = true
    void revalidate()
  }, [failed, revalidate])
  return failed && state === 'loading'
}
