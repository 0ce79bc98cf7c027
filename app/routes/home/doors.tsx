import { Link } from 'react-router'
import { business, guestRange } from '../../../domain/business.ts'
import { paths } from '../../paths.ts'
import { Mascot } from '../../ui/mascot.tsx'
import { pattern } from '../../ui/pattern.ts'
import styles from './doors.module.css'

interface Door {
  label: string
  to: string
  mascot: string
  shape: 'circle' | 'scallop' | 'arch' | 'telly'
  note: string
}

/** The four ways in, as kiss-cut stickers. */
export function Doors({ stickers }: { stickers: number | null }) {
  const doors: Door[] = [
    {
      label: 'Shop',
      to: paths.shop,
      mascot: 'apple',
      shape: 'circle',
      note: stickers === null ? 'Sauces and silliness' : `${stickers} stickers`,
    },
    {
      label: 'Where to Find Us',
      to: paths.whereToFindUs,
      mascot: 'taco',
      shape: 'scallop',
      note: 'Markets, pop-ups, tacos',
    },
    {
      label: 'Proud Catering',
      to: paths.catering,
      mascot: 'peach',
      shape: 'arch',
      note: `${guestRange} guests`,
    },
    {
      label: `Ask ${business.chef.name}`,
      to: paths.consultancy,
      mascot: 'toque',
      shape: 'telly',
      note: 'Kitchen consultancy',
    },
  ]
  return (
    <nav className={`${pattern('grid')} ${styles.band}`} aria-label="Four ways in">
      <ul className={`wrap ${styles.doors}`}>
        {doors.map((door) => (
          <li key={door.label}>
            <DoorLink door={door} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

function DoorLink({ door: { label, to, mascot, shape, note } }: { door: Door }) {
  return (
    <Link className={styles.door} to={to}>
      <img
        className={styles.shape}
        src={`/generated/art/door-${shape}.svg`}
        alt=""
        width={224}
        height={224}
        decoding="async"
      />
      <Mascot name={mascot} className={styles.mascot} />
      <b>{label}</b>
      <span>{note}</span>
    </Link>
  )
}
