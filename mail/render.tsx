import { render } from '@react-email/render'
import type { Email, EmailData, TemplateName } from './emails.ts'
import { getAttachments, type Pictures } from './pictures.ts'
import { toPlainTextEmail } from './plain-text.ts'
import { accountEmails } from './templates/account.tsx'
import { boxEmails } from './templates/boxes.tsx'
import { type EmailTemplate, EmailLayout } from './templates/layout.tsx'
import { deskEmails } from './templates/from-desk.tsx'
import { recipeEmails } from './templates/recipes.tsx'
import { orderEmails } from './templates/orders.tsx'
import { disputeEmails } from './templates/disputes.tsx'
import { ownerEmails } from './templates/owner.tsx'
import { Introduction, EmailRenderContext } from './templates/parts.tsx'
import { readerEmails } from './templates/readers.tsx'

const emailTemplates: { [Name in TemplateName]: EmailTemplate<EmailData[Name]> } = {
  ...accountEmails,
  ...readerEmails,
  ...orderEmails,
  ...boxEmails,
  ...ownerEmails,
  ...disputeEmails,
  ...deskEmails,
  ...recipeEmails,
}

export type RenderedEmail = Awaited<ReturnType<typeof renderEmail>>

export async function renderEmail(
  email: Email,
  { siteUrl, pictures }: { siteUrl: URL; pictures: Pictures },
) {
  const { subject, sheet } = composeEmail(email)
  const context = { siteUrl, pictures: new Set(pictures.keys()) }
  const written = await render(<EmailRenderContext value={context}>{sheet}</EmailRenderContext>)
  const html = written.replace(reactMarkers, '')
  return {
    subject: toOneLine(subject),
    html,
    text: toPlainTextEmail(html),
    attachments: getAttachments(html, pictures),
  }
}

function composeEmail<Name extends TemplateName>({
  template,
  data,
}: {
  template: Name
  data: EmailData[Name]
}) {
  const { title = '', lead, rows, ...words } = emailTemplates[template]
  const say = (of: typeof words.subject) => (typeof of === 'string' ? of : of(data))
  const subject = say(words.subject)
  const unsubscribe =
    'links' in data && 'unsubscribe' in data.links ? data.links.unsubscribe : undefined
  const sheet = (
    <EmailLayout
      subject={subject}
      preview={say(words.preview)}
      why={say(words.why)}
      unsubscribe={unsubscribe}
    >
      {lead && <Introduction title={say(title)} paragraphs={lead(data)} />}
      {rows?.(data)}
    </EmailLayout>
  )
  return { subject, sheet }
}

/** Matches comments that React adds for hydration. User text is escaped, so it cannot contain them. */
const reactMarkers = /<!--(?: |\/?\$|html|head|body)-->/g

/** Replaces line breaks in a subject by spaces, because a line break would start another header. */
function toOneLine(subject: string): string {
  return subject
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, 200)
}
