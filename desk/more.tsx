import { Link } from 'react-router'
import { BellSwitch } from './bell-switch.tsx'
import type { Place } from './places.ts'
import { lock } from './session.tsx'
import { Dialog } from './ui/dialog.tsx'
import { Icon } from './ui/icon.tsx'

interface MoreProps {
  places: readonly Place[]
  isOpen: boolean
  onClose: () => void
}

const tints = ['var(--cheddar)', 'var(--sky)', 'var(--mint)', 'var(--peach)', 'var(--lilac)']

/** The fifth place of a phone's bar: the screens that the bar has no room for, and the lock. */
export function More({ places, isOpen, onClose }: MoreProps) {
  return (
    <Dialog title="More" isOpen={isOpen} onClose={onClose}>
      <ul className="rows mt">
        {places.map(({ name, to, icon, about }, at) => (
          <li key={to}>
            <Link className="row" to={to} onClick={onClose}>
              <span className="gl" style={{ '--k': tints[at % tints.length] }}>
                <Icon name={icon} />
              </span>
              <span className="g">
                <span className="t">{name}</span>
                <span className="sub">{about}</span>
              </span>
              <Icon name="on" small />
            </Link>
          </li>
        ))}
        <li>
          <BellSwitch />
        </li>
        <li>
          <button type="button" className="row plain" onClick={() => void lock()}>
            <span className="gl" style={{ '--k': 'var(--skim)' }}>
              <Icon name="lock" />
            </span>
            <span className="g">
              <span className="t">Lock the desk</span>
              <span className="sub">Nothing of it stays on this device</span>
            </span>
            <Icon name="on" small />
          </button>
        </li>
      </ul>
    </Dialog>
  )
}
