import { business } from '../../domain/business.ts'
import { dataLinkLife } from '../../domain/personal-data-words.ts'
import type { EmailData } from '../emails.ts'
import { AuthNote } from './auth-note.tsx'
import type { EmailTemplate } from './email-template.ts'

const subject = 'Your data at ' + business.tradingName

/** Goes to an address that somebody typed, so it says nothing of what is held. */
export const yourData: EmailTemplate<EmailData['your_data']> = {
  subject: () => subject,
  content: ({ links }, siteUrl) => (
    <AuthNote
      subject={subject}
      preview={`The link is good for ${dataLinkLife}.`}
      title="Yours to see, yours to bin."
      words={`Somebody asked what we hold about this address. The link leads to a page with two buttons: one downloads it, one erases it. It is good for ${dataLinkLife}, and each button works once.`}
      button={{ label: 'See my data', href: links.yourData }}
      notYou="Then do nothing: nothing is shown to anybody and nothing changes."
      why="You get this because somebody asked for the data that we hold about this address."
      siteUrl={siteUrl}
    />
  ),
}
