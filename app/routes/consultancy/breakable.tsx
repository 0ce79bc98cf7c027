import { Fragment } from 'react'

/** A title that may break after its slashes. */
export function Breakable({ title }: { title: string }) {
  return title.split(/(?<=\/)/).map((part, index) => (
    <Fragment key={part}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
