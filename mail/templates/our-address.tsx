import { business } from '../../domain/business.ts'
import { MailLink } from './mail-link.tsx'

/** Where to write to, ready to be pressed. */
export function OurAddress() {
  return <MailLink email={business.email} />
}
