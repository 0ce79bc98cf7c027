import { createContext, type MouseEvent, type ReactNode, useContext, useState } from 'react'
import { createPortal } from 'react-dom'
import { Link, useLocation, useNavigate } from 'react-router'
import { getBackTarget } from './back-navigation.ts'
import { Icon } from '../../ui/icon.tsx'
import buttonStyles from '../../ui/button.module.css'
import styles from './task.module.css'
import layoutStyles from '../../ui/layout.module.css'

/** The elements of the frame into which a screen renders its header and its footer. */
interface Places {
  head: HTMLElement | null
  foot: HTMLElement | null
}

const PlacesContext = createContext<Places>({ head: null, foot: null })

/** Called by the frame: returns the elements for a screen's header and footer, and the `ref` callbacks that set them. */
export function useTaskSlots() {
  const [head, setHead] = useState<HTMLElement | null>(null)
  const [foot, setFoot] = useState<HTMLElement | null>(null)
  return { places: { head, foot }, setHead, setFoot }
}

export function TaskSlotsProvider({ places, children }: { places: Places; children: ReactNode }) {
  return <PlacesContext value={places}>{children}</PlacesContext>
}

interface TaskHeaderProps {
  title: string
  /**
   * The target of the back link when the task has several steps: the previous step. By default the link leads back in the
   * navigation history.
   */
  back?: { to: string; name: string }
  children?: ReactNode
}

/** Replaces the frame's usual header on a task screen: a back link, a title and `children` beside it. */
export function TaskHeader({ title, back, children }: TaskHeaderProps) {
  const { head } = useContext(PlacesContext)
  const location = useLocation()
  const navigate = useNavigate()
  if (head === null) return null
  const { to, name } = back ?? getBackTarget(location)
  const goBack = (event: MouseEvent) => {
    const steps = back ? 0 : getBackTarget(location).steps
    if (steps === 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    void navigate(steps)
  }
  return createPortal(
    <>
      <Link
        className={`${buttonStyles.iconButton} ${styles.back}`}
        to={to}
        onClick={goBack}
        aria-label={`Back to ${name}`}
      >
        <Icon name="back" />
      </Link>
      <h1 data-task-title>{title}</h1>
      {children}
    </>,
    head,
  )
}

interface ActionBarProps {
  /** True on a screen that is not a task: on phones the footer is then shown above the navigation bar instead of replacing it. */
  isOver?: boolean
  /** True for actions that laptops show elsewhere. */
  isPhoneOnly?: boolean
  children: ReactNode
}

/** The footer of a screen with its main action. On a task screen it replaces the navigation bar on phones. */
export function ActionBar({ isOver = false, isPhoneOnly = false, children }: ActionBarProps) {
  const { foot } = useContext(PlacesContext)
  return (
    foot &&
    createPortal(
      <section
        className={`${styles.actionBar} ${isOver ? styles.over : ''} ${isPhoneOnly ? layoutStyles.phoneOnly : ''}`}
        data-action-bar={isOver ? 'over' : 'task'}
        aria-label="What to do here"
      >
        {children}
      </section>,
      foot,
    )
  )
}
