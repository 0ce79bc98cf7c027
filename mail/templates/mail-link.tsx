import { link } from './look.ts'

/** The address of somebody who wrote or ordered, to write to; what is in it goes nowhere else than into the address. */
export function MailLink({ email }: { email: string }) {
  const [name, ...host] = email.split('@').map(encodeURIComponent)
  return (
    <a href={`mailto:${[name, ...host].join('@')}`} style={link}>
      {email}
    </a>
  )
}
