import { business } from '../../../domain/business.ts'
import { whereToFindUsTexts as words } from '../../content/where-to-find-us.ts'
import { paths } from '../../core/paths.ts'
import { ArtImage } from '../../ui/mascot.tsx'
import { ScrollToTopLink } from '../../ui/site-link.tsx'
import telly from '../../features/places/telly.module.css'
import { joinClasses } from '../../ui/classes.ts'
import styles from './teletext.module.css'

interface TeletextProps {
  heading: 'h1' | 'h2'
  today: string
  /** A line for each key. */
  lines: readonly string[]
}

const keys = [
  { label: 'Taco Tuesdays', to: paths.tacoTuesdays, colour: 'red' },
  { label: 'Pop Ups', to: paths.popUps, colour: 'grn' },
  { label: 'Markets', to: paths.markets, colour: 'yel' },
  { label: 'Battersea Brewery', to: paths.brewery, colour: 'cyn' },
] as const

export function Teletext({ heading: Heading, today, lines }: TeletextProps) {
  return (
    <section className="page-top tint-jazz on-dark" aria-labelledby="find-us">
      <div className="wrap">
        <Heading className="h1" id="find-us">
          {words.title}
        </Heading>
        <p className="lead">{words.lead}</p>
        <div className={styles.telly}>
          <div className={joinClasses(telly.screen, styles.screen)}>
            <p className="spread">
              <span>P300</span>
              <span className={telly.sender}>TELLYFAX</span>
              <span className={styles.today}>{today}</span>
            </p>
            <div className={telly.banner}>
              <p className={telly.headline}>{words.headline}</p>
              <p className={styles.maker}>{business.tradingName.toUpperCase()}</p>
            </div>
            <div className={styles.columns}>
              <Rows lines={lines} />
              <ArtImage name="skyline" className={styles.skyline} eager width={480} height={216} />
            </div>
            <p className={styles.foot}>
              <span style={{ color: 'var(--tx-mag)' }}>Weather</span> {words.weather}{' '}
              <span className={styles.subtitles}>
                <span style={{ color: 'var(--tx-grn)' }}>Subtitles</span> 888
              </span>
            </p>
          </div>
          <Fastext />
        </div>
      </div>
    </section>
  )
}

function Rows({ lines }: Pick<TeletextProps, 'lines'>) {
  return (
    <dl className={styles.rows}>
      {keys.map(({ label, colour }, index) => (
        <div key={label} style={{ color: `var(--tx-${colour})` }}>
          <dt>{label}</dt>
          <dd>{lines[index]}</dd>
          <dd className={styles.number} aria-hidden="true">
            {301 + index}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Fastext() {
  return (
    <nav className={styles.keys} aria-label="Where to find us">
      {keys.map(({ label, to, colour }) => (
        <ScrollToTopLink key={to} to={to} style={{ '--key': `var(--tx-${colour})` }}>
          {label}
        </ScrollToTopLink>
      ))}
    </nav>
  )
}
