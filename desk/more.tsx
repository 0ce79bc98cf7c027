import { Link, useLocation, useNavigate } from 'react-router'
import * as v from 'valibot'
import { BellSwitch } from './bell-switch.tsx'
import { isAt, type Place } from './places.ts'
import { Dialog } from './ui/dialog.tsx'
import { Icon, type IconName } from './ui/icon.tsx'

const tints = ['var(--cheddar)', 'var(--sky)', 'var(--mint)', 'var(--peach)', 'var(--lilac)']

const opened = v.object({ isMoreOpen: v.literal(true) })
const inHistory = v.object({ usr: opened })

/**
 * The fifth place of a phone's bar: the screens that the bar has no room for, and the lock. Its sheet stands in the history
 * of the browser, so that the way back of a phone closes it.
 */
export function MoreButton(props: Omit<MoreProps, 'isOpen' | 'onClose'>) {
  const { places } = props
  const location = useLocation()
  const navigate = useNavigate()
  const open = () => void navigate(location, { state: { isMoreOpen: true } })
  return (
    <>
      <button
        type="button"
        aria-current={places.some((place) => isAt(place, location.pathname)) || undefined}
        onClick={open}
      >
        <Icon name="more" />
        More
      </button>
      <More
        {...props}
        isOpen={v.is(opened, location.state)}
        onClose={() => {
          // Pressed again while it goes away, it must not lead back once more.
          if (v.is(inHistory, history.state)) void navigate(-1)
        }}
      />
    </>
  )
}

interface MoreProps {
  places: readonly Place[]
  /** Shows the keys: where single ones are off, none leads there. */
  onKeys: () => void
  onLock: () => void
  isOpen: boolean
  onClose: () => void
}

function More({ places, onKeys, onLock, isOpen, onClose }: MoreProps) {
  const leaveFor = (act: () => void) => () => {
    onClose()
    act()
  }
  return (
    <Dialog title="More" isOpen={isOpen} onClose={onClose}>
      <ul className="rows mt">
        {places.map(({ name, to, icon, about }, at) => (
          <li key={to}>
            <Link className="row" to={to} replace>
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
        <Deed
          icon="lock"
          name="Lock the desk"
          about="Nothing of it stays on this device"
          onPress={leaveFor(onLock)}
        />
        <Deed
          icon="keys"
          name="Keys"
          about="What they do, and the switch for single ones"
          onPress={leaveFor(onKeys)}
        />
      </ul>
    </Dialog>
  )
}

interface DeedProps {
  icon: IconName
  name: string
  about: string
  onPress: () => void
}

function Deed({ icon, name, about, onPress }: DeedProps) {
  return (
    <li>
      <button type="button" className="row plain" onClick={onPress}>
        <span className="gl" style={{ '--k': 'var(--skim)' }}>
          <Icon name={icon} />
        </span>
        <span className="g">
          <span className="t">{name}</span>
          <span className="sub">{about}</span>
        </span>
        <Icon name="on" small />
      </button>
    </li>
  )
}
