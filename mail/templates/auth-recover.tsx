import type { EmailData } from '../emails.ts'
import { AuthNote } from './auth-note.tsx'
import { greeting } from './greeting.ts'
import type { EmailTemplate } from './email-template.ts'

const subject = 'Choose a new password'

export const authRecover: EmailTemplate<EmailData['auth_recover']> = {
  subject: () => subject,
  content: ({ link, fullName }, siteUrl) => (
    <AuthNote
      subject={subject}
      preview="The link works once, and not for long."
      title="Lost your keys?"
      words={`${greeting(fullName)} here is the way back in. The link lets you choose a new password. It works once, and not for long.`}
      button={{ label: 'Choose a new password', href: link }}
      notYou="Then do nothing: your password stays as it is."
      why="You get this because somebody asked for a new password for your account."
      siteUrl={siteUrl}
    />
  ),
}
