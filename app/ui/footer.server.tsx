import { renderToStaticMarkup } from 'react-dom/server'
import { business } from '../../domain/business.ts'
import { getSocialSiteName } from '../../domain/social-name.ts'
import styles from './footer.module.css'
import { siteLinksId } from './header.tsx'
import { Icon } from './icon.tsx'
import type { IconName } from './shapes/icons.ts'

export interface FooterColumn {
  title: string
  links: readonly { label: string; to: string }[]
}

const socials: { icon: IconName; href: string }[] = [
  { icon: 'photos', href: business.social.photos },
  { icon: 'network', href: business.social.network },
  { icon: 'videos', href: business.social.videos },
]

export function footerMarkup(year: number, columns: readonly FooterColumn[]): string {
  return renderToStaticMarkup(
    <>
      <Brand />
      <nav className={styles.links} id={siteLinksId} aria-label="Footer">
        {columns.map(({ title, links }) => (
          <div key={title}>
            <h2>{title}</h2>
            <ul>
              {links.map(({ label, to }) => (
                <li key={to}>
                  <a href={to}>{label}</a>
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
    </>,
  )
}

function Brand() {
  const [first, second] = business.tagline.split('. ')
  return (
    <div className={styles.brand}>
      <p className={styles.tagline}>
        {first}. <br />
        <span>{second}</span>
      </p>
      <p className={styles.owned}>
        LGBTQIA+ owned. {business.strapline}, since {business.tradingSince}.
      </p>
      <ul className={styles.socials}>
        {socials.map(({ icon, href }) => (
          <li key={icon}>
            <a
              className="disc"
              href={href}
              target="_blank"
              rel="noreferrer"
              aria-label={`${getSocialSiteName(href)}, opens in a new tab`}
            >
              <Icon name={icon} />
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
