import { useState } from 'react'
import { useStaff } from '../session.tsx'

const day = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'Europe/London',
})

export function Screen() {
  const { name } = useStaff()
  const [now] = useState(() => new Date())
  return (
    <>
      <p className="h1">{day.format(now)}</p>
      <p className="sub mt0">Hello, {name}.</p>
    </>
  )
}
