import { business, cateringGuestRange } from '../../../domain/business.ts'
import { EnquiryLink } from '../../features/enquiries/enquiry-link.tsx'
import { paths } from '../../core/paths.ts'
import { getButtonClass, ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ArtImage, Mascot, Sticker } from '../../ui/mascot.tsx'
import { carpetPatternClass, getPatternClass, trapperPatternClass } from '../../ui/pattern.ts'
import { NewTabLink } from '../../ui/new-tab-link.tsx'
import { Section } from '../../ui/section.tsx'
import telly from '../../features/places/telly.module.css'
import { joinClasses } from '../../ui/classes.ts'
import styles from './specialties.module.css'

export function Specialties() {
  return (
    <Section
      className={`tint-skim ${styles.far}`}
      id="specialties"
      title="Our Specialties"
      lead={<p>Five things we do, in the order people find them.</p>}
    >
      <ul className={styles.cards}>
        <Sauces />
        <PopUps />
        <Catering />
        <Consultancy />
        <Social />
      </ul>
    </Section>
  )
}

const trio = ['lip-service-scotch-bonnet', 'trailer-trash-taco-dust', 'hot-tomato-ketchup']

function Sauces() {
  return (
    <li className={`${styles.card} ${styles.sauces}`}>
      <div className={`${getPatternClass('squiggle')} ${styles.half}`} aria-hidden="true" />
      <div className={styles.words}>
        <h3>Unique sauces and seasonings</h3>
        <p>Small batches, real fruit, no filler. Every sticker is trouble.</p>
        <ButtonLink to={paths.shop} size="sm">
          Shop
        </ButtonLink>
      </div>
      <div className={styles.trio}>
        {trio.map((slug) => (
          <Sticker key={slug} slug={slug} loading="lazy" decoding="async" />
        ))}
      </div>
    </li>
  )
}

function PopUps() {
  return (
    <li className={`on-dark ${styles.card} ${styles.popUps}`}>
      <p className={styles.season}>Available July - Sept only</p>
      <div className={joinClasses(telly.screen, styles.telly)} aria-hidden="true">
        <p className="spread">
          <span>P304</span> <span className={telly.sender}>TELLYFAX</span>
        </p>
        <p className={telly.banner}>
          <span className={telly.headline}>Pop-ups</span>
          <ArtImage name="pixel-chilli" decoding={undefined} width={16} height={12} />
        </p>
        <p style={{ color: 'var(--tx-yel)' }}>One night,</p>
        <p style={{ color: 'var(--tx-cyn)' }}>one menu: ours</p>
      </div>
      <div>
        <h3>Pop-ups</h3>
        <p>One restaurant, one night, our menu on their plates.</p>
        <ButtonLink to={paths.whereToFindUs} size="sm" variant="dark">
          Where to Find Us
        </ButtonLink>
      </div>
    </li>
  )
}

function Catering() {
  return (
    <li className={`${carpetPatternClass} ${styles.card} ${styles.catering}`}>
      <div className={styles.ticket}>
        <p className="caption">Admit everyone</p>
        <h3>Proud Catering</h3>
        <p>Parties, weddings and office do’s for {cateringGuestRange} people.</p>
        <EnquiryLink kind="catering" size="sm">
          Enquire now
        </EnquiryLink>
      </div>
    </li>
  )
}

function Consultancy() {
  return (
    <li className={`${trapperPatternClass} ${styles.card} ${styles.consultancy}`}>
      <Mascot name="toque" className={styles.chef} />
      <div className={styles.binder}>
        <p className="marker">Subject: your kitchen</p>
        <h3>Ask {business.chef.name}</h3>
        <p>Menus, margins, allergens and the EHO. A consultancy run by a chef.</p>
        <EnquiryLink kind="consultancy" size="sm" variant="secondary">
          Enquire now
        </EnquiryLink>
      </div>
    </li>
  )
}

function Social() {
  return (
    <li className={`${styles.card} ${styles.social}`}>
      <div className={styles.photos}>
        <span>
          <Mascot name="queen" />
        </span>
        <span>
          <Mascot name="biscuit" />
        </span>
      </div>
      <div>
        <h3>Follow us</h3>
        <p>Dates, dishes and dogs at markets.</p>
        <NewTabLink
          className={getButtonClass({ size: 'sm', variant: 'secondary' })}
          href={business.social.photos}
        >
          <Icon name="camera" /> Follow
        </NewTabLink>
      </div>
    </li>
  )
}
