import { business } from '../../domain/business.ts'
import type { EmailData } from '../emails.ts'
import { AuthNote } from './auth-note.tsx'
import type { EmailTemplate } from './email-template.ts'

const subject = 'Confirm your e-mail address'

/** Goes to an address that nobody has confirmed, so it carries nothing that somebody typed. */
export const authConfirm: EmailTemplate<EmailData['auth_confirm']> = {
  subject: () => subject,
  content: ({ link, code }, siteUrl) => (
    <AuthNote
      subject={subject}
      preview={`One click, and your account at ${business.tradingName} is open.`}
      title="One click and you’re in."
      words={`Somebody opened an account at ${business.tradingName} with this address. If it was you, say so, and you are in the album.`}
      button={{ label: 'Confirm e-mail address', href: link }}
      code={code}
      notYou="Then do nothing. Without the click there is no account."
      why="You get this because your address was given to open an account."
      siteUrl={siteUrl}
    />
  ),
}
