import { Link, useLocation, useNavigate } from 'react-router'
import * as v from 'valibot'
import { NewOrderSoundSwitch } from './new-order-sound-switch.tsx'
import { isNavItemActive, type NavItem } from '../features/navigation/navigation.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { IconRowContent } from '../ui/icon-row-content.tsx'
import buttonStyles from '../ui/button.module.css'
import layoutStyles from '../ui/layout.module.css'
import rowStyles from '../ui/row.module.css'

const tints = ['cheddar', 'sky', 'mint', 'peach', 'lilac']

const opened = v.object({ isMoreOpen: v.literal(true) })
const inHistory = v.object({ usr: opened })

/**
 * The "More" button, fifth in the phone's navigation bar: it opens a sheet with the remaining screens and the lock. The open sheet
 * is an entry in the browser's history, so that the back button of a phone closes it.
 */
export function MobileMoreMenu(props: Omit<MoreProps, 'isOpen' | 'onClose'>) {
  const { places } = props
  const location = useLocation()
  const navigate = useNavigate()
  const open = () => void navigate(location, { state: { isMoreOpen: true } })
  return (
    <>
      <button
        type="button"
        aria-current={
          places.some((place) => isNavItemActive(place, location.pathname)) || undefined
        }
        onClick={open}
      >
        <Icon name="more" />
        More
      </button>
      <More
        {...props}
        isOpen={v.is(opened, location.state)}
        onClose={() => {
          // A second press of Close, while the sheet is closing, must not go back one more history entry.
          if (v.is(inHistory, history.state)) void navigate(-1)
        }}
      />
    </>
  )
}

interface MoreProps {
  places: readonly NavItem[]
  /** Opens the list of keyboard shortcuts. This button is the only way to it while single-key shortcuts are off. */
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
  const acts = [
    {
      icon: 'lock',
      name: 'Lock the desk',
      about: 'Leaves nothing on this device',
      act: onLock,
    },
    {
      icon: 'keys',
      name: 'Keys',
      about: 'What they do, and the switch for single ones',
      act: onKeys,
    },
  ] as const
  return (
    <Dialog title="More" isOpen={isOpen} onClose={onClose}>
      <ul className={`${rowStyles.rows} ${layoutStyles.spaceAbove}`}>
        {places.map(({ name, to, icon, about }, at) => (
          <li key={to}>
            <Link className={rowStyles.row} to={to} replace>
              <IconRowContent
                icon={icon}
                tint={tints[at % tints.length] ?? 'skim'}
                name={name}
                about={about}
              />
              <Icon name="on" small />
            </Link>
          </li>
        ))}
        <li>
          <NewOrderSoundSwitch />
        </li>
        {acts.map(({ icon, name, about, act }) => (
          <li key={name}>
            <button
              type="button"
              className={`${rowStyles.row} ${buttonStyles.plain}`}
              onClick={leaveFor(act)}
            >
              <IconRowContent icon={icon} tint="skim" name={name} about={about} />
              <Icon name="on" small />
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
