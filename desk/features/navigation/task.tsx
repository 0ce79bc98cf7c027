import { createContext, type MouseEvent, type ReactNode, useContext, useState } from 'react'
import { createPortal } from 'react-dom'
import { Link, useLocation, useNavigate } from 'react-router'
import { wayBack } from './back-navigation.ts'
import { Icon } from '../../ui/icon.tsx'

/** Where the frame takes in what a screen puts into its head and its foot. */
interface Places {
  head: HTMLElement | null
  foot: HTMLElement | null
}

const PlacesContext = createContext<Places>({ head: null, foot: null })

/** For the frame: gives the places to what stands inside, and what goes into `ref` of each. */
export function useTaskPlaces() {
  const [head, setHead] = useState<HTMLElement | null>(null)
  const [foot, setFoot] = useState<HTMLElement | null>(null)
  return { places: { head, foot }, setHead, setFoot }
}

export function TaskPlaces({ places, children }: { places: Places; children: ReactNode }) {
  return <PlacesContext value={places}>{children}</PlacesContext>
}

interface TaskHeadProps {
  title: string
  /** Of a task with steps: the one before, and its name. Otherwise the arrow leads to where one was. */
  back?: { to: string; name: string }
  children?: ReactNode
}

/** The head of a screen inside a task, in place of the usual one: a way back, a title, what stands beside it. */
export function TaskHead({ title, back, children }: TaskHeadProps) {
  const { head } = useContext(PlacesContext)
  const location = useLocation()
  const navigate = useNavigate()
  if (head === null) return null
  const { to, name } = back ?? wayBack(location)
  const goBack = (event: MouseEvent) => {
    const steps = back ? 0 : wayBack(location).steps
    if (steps === 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    void navigate(steps)
  }
  return createPortal(
    <>
      <Link className="ibtn back" to={to} onClick={goBack} aria-label={`Back to ${name}`}>
        <Icon name="back" />
      </Link>
      <h1 className="tt">{title}</h1>
      {children}
    </>,
    head,
  )
}

interface ActionBarProps {
  /** Of a place, not of a task: on phones it stands over the bar. */
  isOver?: boolean
  children: ReactNode
}

/** The foot of a screen: its main action, which in a task takes the place of the bar on phones. */
export function ActionBar({ isOver = false, children }: ActionBarProps) {
  const { foot } = useContext(PlacesContext)
  return (
    foot &&
    createPortal(
      <section className={isOver ? 'act act--over' : 'act'} aria-label="What to do here">
        {children}
      </section>,
      foot,
    )
  )
}
