import { useMatches } from 'react-router'
import { newsletterOffer } from '../../../domain/newsletter-words.ts'
import { classes } from '../../ui/classes.ts'
import { trapper } from '../../ui/pattern.ts'
import styles from './newsletter.module.css'
import { NewsletterForm } from './newsletter-form.tsx'

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

export function NewsletterBlock() {
  const here = useMatches().at(-1)?.id ?? ''
  if (!places.has(here)) return null
  return (
    <section className={classes(trapper, styles.block)} aria-labelledby="newsletter">
      <div className="wrap columns">
        <div>
          <h2 className="h2" id="newsletter">
            Join Our Newsletter!
          </h2>
          <p className="lead">{newsletterOffer}</p>
        </div>
        <div className={styles.card}>
          <NewsletterForm id="newsletter-block" />
        </div>
      </div>
    </section>
  )
}
