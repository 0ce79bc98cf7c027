import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useMatches } from 'react-router'
import { newsletterOffer } from '../../../domain/newsletter-words.ts'
import { classes } from '../../ui/classes.ts'
import { trapper } from '../../ui/pattern.ts'
import styles from './newsletter-block.module.css'

/** Where people look around; not where they pay, sign in or read what the law wants. */
const places = new Set([
  'routes/home/home',
  'routes/shop/shop',
  'product',
  'product-by-id',
  'routes/subscriptions/subscriptions',
  'where-to-find-us',
  'wholesale',
  'about',
  'queer',
])

/** The sign-up above the footer. */
export function NewsletterBlock() {
  const here = useMatches().at(-1)?.id ?? ''
  if (!places.has(here)) return null
  return (
    <section className={classes(trapper, styles.block)} aria-labelledby="newsletter">
      <div className={classes('wrap', styles.inner)}>
        <div>
          <h2 className="h2" id="newsletter">
            Join Our Newsletter!
          </h2>
          <p>{newsletterOffer}</p>
        </div>
        <div className={styles.card}>
          <FormWhenSeen />
        </div>
      </div>
    </section>
  )
}

const LateForm = lazy(async () => ({
  default: (await import('./newsletter-form.tsx')).NewsletterForm,
}))

/** The form as the server sent it, until it comes near the window; only then its code is loaded. */
function FormWhenSeen() {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    if (place.current === null) return
    const watcher = new IntersectionObserver(
      (entries) => setIsNear((was) => was || entries.some((entry) => entry.isIntersecting)),
      { rootMargin: '300px' },
    )
    watcher.observe(place.current)
    return () => watcher.disconnect()
  }, [])
  const waiting = <div ref={place} dangerouslySetInnerHTML={sent} suppressHydrationWarning />
  return (
    <Suspense fallback={waiting}>
      {import.meta.env.SSR || isNear ? (
        <div>
          <LateForm id={formId} />
        </div>
      ) : (
        waiting
      )}
    </Suspense>
  )
}

const formId = 'newsletter-block'

const sent = {
  __html: import.meta.env.SSR
    ? ''
    : (document.querySelector(`.${styles.card} > div`)?.innerHTML ?? ''),
}
