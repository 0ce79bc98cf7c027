import { renderToStaticMarkup } from 'react-dom/server'
import { business } from '../../domain/business.ts'
import { socialName } from '../../domain/social-name.ts'
import { reading } from '../paths-reading.ts'
import { paths } from '../paths.ts'
import styles from './footer.module.css'
import { siteLinksId } from './header.tsx'
import { Icon } from './icon.tsx'
import type { IconName } from './shapes/icons.ts'

/** Those of the specification in its order, with others beside them. */
const columns = [
  {
    title: 'The shop',
    links: [
      { label: 'Shop', to: paths.shop },
      { label: 'Subscriptions', to: paths.subscriptions },
      { label: 'Recipes', to: reading.recipes },
      { label: 'Heat guide', to: reading.heat },
      { label: 'Find the flags', to: reading.flags },
      { label: 'Wholesale', to: paths.wholesale },
    ],
  },
  {
    title: 'The kitchen',
    links: [
      { label: 'Where to Find Us', to: paths.whereToFindUs },
      { label: 'About', to: paths.queer },
      { label: `Ask ${business.chef.name}`, to: paths.consultancy },
      { label: 'Proud Catering', to: paths.hireCatering },
      { label: 'Testimonials', to: paths.testimonials },
      { label: 'Contact Us', to: `mailto:${business.email}` },
    ],
  },
  {
    title: 'Help',
    links: [
      { label: 'FAQs', to: paths.faqs },
      { label: 'Allergens', to: paths.allergens },
      { label: 'Phone and post', to: paths.contact },
      { label: 'Privacy Policy', to: paths.privacyPolicy },
      { label: 'Terms of Service', to: paths.termsOfService },
      { label: 'Cookie Policy', to: paths.cookiePolicy },
    ],
  },
]

const socials: { icon: IconName; href: string }[] = [
  { icon: 'photos', href: business.social.photos },
  { icon: 'network', href: business.social.network },
  { icon: 'videos', href: business.social.videos },
]

export function footerMarkup(year: number): string {
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
        {first}.<br />
        <span>{second}.</span>
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
              aria-label={`${socialName(href)}, opens in a new tab`}
            >
              <Icon name={icon} />
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
