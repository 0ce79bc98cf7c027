import { business } from '../../domain/business.ts'
import type { EmailData } from '../emails.ts'
import { AuthNote } from './auth-note.tsx'
import type { EmailTemplate } from './email-template.ts'

const subject = 'Was it you? Confirm our newsletter'

/** Goes to an address that nobody has confirmed, so it carries nothing that somebody typed. */
export const newsletterConfirm: EmailTemplate<EmailData['newsletter_confirm']> = {
  subject: () => subject,
  content: ({ links }, siteUrl) => (
    <AuthNote
      subject={subject}
      preview={`One click, and the news from ${business.tradingName} comes to you.`}
      title="One click and it’s yours."
      words="Somebody asked for our newsletter with this address: new products, market dates and exclusive offers. If it was you, say so. We write only to those who have."
      button={{ label: 'Confirm my newsletter', href: links.confirm }}
      notYou="Then do nothing, and no newsletter comes."
      why="You get this because your address was given for our newsletter."
      wayOut={links.unsubscribe}
      siteUrl={siteUrl}
    />
  ),
}
