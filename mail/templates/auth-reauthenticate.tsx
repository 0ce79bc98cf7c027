import { business } from '../../domain/business.ts'
import type { EmailData } from '../emails.ts'
import { AuthNote } from './auth-note.tsx'
import { greeting } from './greeting.ts'
import type { EmailTemplate } from './email-template.ts'

const subject = 'Is it you?'

/** A code to type in, with a link when it signs somebody in without a password. */
export const authReauthenticate: EmailTemplate<EmailData['auth_reauthenticate']> = {
  subject: () => subject,
  content: ({ link, code, fullName }, siteUrl) => (
    <AuthNote
      subject={subject}
      preview={`A code for your account at ${business.tradingName}.`}
      title="Is it you?"
      words={
        link === null
          ? `${greeting(fullName)} type this code in to show that it is you. It works once, and not for long.`
          : `${greeting(fullName)} this link signs you in, and so does the code. They work once, and not for long.`
      }
      button={link === null ? null : { label: 'Sign in', href: link }}
      code={code}
      notYou="Then do nothing, and think about a new password."
      why="You get this because somebody wants to prove that your account is theirs."
      siteUrl={siteUrl}
    />
  ),
}
