import { link } from './look.ts'

/** An address to write to, ours or that of somebody who wrote or ordered; what is in it goes nowhere but into the address. */
export function MailLink({ email }: { email: string }) {
  const [name, ...host] = email.split('@').map(encodeURIComponent)
  return (
    <a href={`mailto:${[name, ...host].join('@')}`} style={link}>
      {email}
    </a>
  )
}
