import type { ReactNode } from 'react'
import { joinClasses } from './classes.ts'

interface SectionHeadProps {
  className?: string | undefined
  row?: string | undefined
  title: ReactNode
  lead?: ReactNode
  children?: ReactNode
}

export interface SectionProps extends SectionHeadProps {
  id: string
  /** True wraps the heading in a box; a string is the class of that box. */
  head?: boolean | string | undefined
  beside?: ReactNode
  /** The heading's `tabIndex`: -1 when a link to its fragment moves the focus there. */
  tabIndex?: number
}

export function Section(props: SectionProps) {
  const { id, className, row, title, lead, head = false, beside, tabIndex, children } = props
  const heading = (
    <>
      <h2 className="h2" id={id} tabIndex={tabIndex}>
        {title}
      </h2>
      <Lead>{lead}</Lead>
      {beside}
    </>
  )
  return (
    <section className={joinClasses('section', className)} aria-labelledby={id}>
      <div className={joinClasses('wrap', row)}>
        {head === false ? (
          heading
        ) : (
          <div className={head === true ? undefined : head}>{heading}</div>
        )}
        {children}
      </div>
    </section>
  )
}

interface PageHeadProps extends SectionHeadProps {
  kicker?: ReactNode
  beside?: ReactNode
}

export function PageHead({ className, row, kicker, title, lead, beside, children }: PageHeadProps) {
  return (
    <section className={joinClasses('page-top', className)}>
      <div className={joinClasses('wrap', row)}>
        <div>
          {kicker}
          <h1 className="h1">{title}</h1>
          <Lead>{lead}</Lead>
          {children}
        </div>
        {beside}
      </div>
    </section>
  )
}

function Lead({ children }: { children?: ReactNode }) {
  return typeof children === 'string' ? <p className="lead">{children}</p> : children
}
