import { business } from '../../domain/business.ts'
import type { EmailData } from '../emails.ts'
import { AuthNote } from './auth-note.tsx'
import { greeting } from './greeting.ts'
import type { EmailTemplate } from './email-template.ts'

const subject = 'Confirm your new e-mail address'

/** Goes to the old and to the new address; both links must be opened. */
export const authEmailChange: EmailTemplate<EmailData['auth_email_change']> = {
  subject: () => subject,
  content: ({ link, fullName }, siteUrl) => (
    <AuthNote
      subject={subject}
      preview="We have written to your old and to your new address. Please confirm both."
      title="Moving house?"
      words={`${greeting(fullName)} somebody asked us to move an account at ${business.tradingName} to another e-mail address. We have written to both addresses; the move happens when both have been confirmed.`}
      button={{ label: 'Confirm the move', href: link }}
      notYou={`Then do not click, and nothing moves. If it is your account, please choose a new password too.`}
      why="You get this because an account is to be moved from or to your address."
      siteUrl={siteUrl}
    />
  ),
}
