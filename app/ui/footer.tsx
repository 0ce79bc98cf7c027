import { business } from '../../domain/business.ts'
import { footerColumns } from '../paths.ts'
import { Checker } from './checker.tsx'
import { classes } from './classes.ts'
import styles from './footer.module.css'
import { siteLinksId } from './header.tsx'
import { Icon } from './icon.tsx'
import type { IconName } from './shapes/icons.ts'
import { SiteLink } from './site-link.tsx'

interface FooterProps {
  /** The year of the copyright line; undefined on a page whose data could not be had. */
  year: number | undefined
}

const socials: { label: string; icon: IconName; href: string }[] = [
  { label: 'Photos', icon: 'camera', href: business.social.photos },
  { label: 'Social network', icon: 'chat', href: business.social.network },
  { label: 'Short videos', icon: 'video', href: business.social.videos },
]

export function Footer({ year }: FooterProps) {
  return (
    <footer className={classes(styles.footer, 'on-dark')}>
      <Checker />
      <div className={classes('wrap', styles.inner)}>
        <Brand />
        <nav className={styles.links} id={siteLinksId} aria-label="Footer">
          {footerColumns.map(({ title, links }) => (
            <div key={title}>
              <h2>{title}</h2>
              <ul>
                {links.map(({ label, to }) => (
                  <li key={to}>
                    <SiteLink to={to}>{label}</SiteLink>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <p className={styles.legal}>
          © {year} {business.legalName}. Registered in {business.registeredIn}, No.{' '}
          {business.companyNumber}. Registered office: {business.registeredOffice}.
        </p>
      </div>
    </footer>
  )
}

function Brand() {
  const [first, second] = business.tagline.split('. ')
  return (
    <div className={styles.brand}>
      <p className={styles.tagline}>
        {first}.<br />
        <span>{second}.</span>
      </p>
      <p>
        LGBTQIA+ owned. {business.strapline}, since {business.tradingSince}.
      </p>
      <ul className={styles.socials}>
        {socials.map(({ label, icon, href }) => (
          <li key={label}>
            <a
              className="disc"
              href={href}
              target="_blank"
              rel="noreferrer"
              aria-label={`${label}, opens in a new tab`}
            >
              <Icon name={icon} />
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
