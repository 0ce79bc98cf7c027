import { business } from '../../domain/business.ts'
import { link } from './look.ts'

/** Where to write to, ready to be pressed. */
export function OurAddress() {
  return (
    <a href={`mailto:${business.email}`} style={link}>
      {business.email}
    </a>
  )
}
