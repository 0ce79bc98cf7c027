import { business } from '../../domain/business.ts'
import type { EmailData } from '../emails.ts'
import { AuthNote } from './auth-note.tsx'
import type { EmailTemplate } from './email-template.ts'

const subject = 'You already have an account'

/** Answers a sign-up with a known address; whoever signed up sees nothing of it. */
export const authAccountExists: EmailTemplate<EmailData['auth_account_exists']> = {
  subject: () => subject,
  content: (_data, siteUrl) => (
    <AuthNote
      subject={subject}
      preview="Somebody tried to open a second one with your address."
      title="Got, got … got already."
      words={`Somebody tried to open an account at ${business.tradingName} with this address, but it has one. If it was you, just sign in; a forgotten password can be changed there.`}
      button={{ label: 'Sign in', href: new URL('/auth', siteUrl).href }}
      notYou="Then there is nothing to do. Your account is as it was."
      why="You get this because your address was given to open an account."
      siteUrl={siteUrl}
    />
  ),
}
