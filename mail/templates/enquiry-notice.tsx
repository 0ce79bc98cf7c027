import { shortDayText } from '../../domain/day-text.ts'
import type { EmailData } from '../emails.ts'
import { Layout, Row } from './layout.tsx'
import type { EmailTemplate } from './email-template.ts'
import { body, colours, heading, small } from './look.ts'
import { MailLink } from './mail-link.tsx'

type Notice = EmailData['enquiry_notice']

/** That of a consultancy enquiry is specified (section 7); catering has its twin. */
function subject({ kind, name }: Notice): string {
  return kind === 'consultancy'
    ? `New Consultancy Inquiry from ${name}`
    : `New Catering Inquiry from ${name}`
}

/** To the business: everything that a visitor asked, as text. Answering it writes to them. */
export const enquiryNotice: EmailTemplate<Notice> = {
  subject,
  content: (notice, siteUrl) => (
    <Layout
      subject={subject(notice)}
      preview={notice.message.slice(0, 120)}
      why="The shop writes this for each enquiry. Answering it writes to whoever sent it."
      siteUrl={siteUrl}
    >
      <Row padding="28px 32px 8px">
        <h1 style={heading}>{subject(notice)}</h1>
        <p style={{ ...body, margin: 0 }}>
          {notice.reference}, from <MailLink email={notice.email} />.
        </p>
      </Row>
      {factsOf(notice).map(([name, value], index, all) => (
        <Row key={name} padding={index === all.length - 1 ? '4px 32px 16px' : '4px 32px'}>
          <p style={{ ...body, margin: 0 }}>
            <strong>{name}:</strong> {value}
          </p>
        </Row>
      ))}
      <Row padding="20px 32px" background={colours.butter}>
        <p style={{ ...body, margin: 0, whiteSpace: 'pre-line' }}>{notice.message}</p>
      </Row>
      {notice.page !== null && (
        <Row padding="16px 32px 28px">
          <p style={{ ...small, margin: 0 }}>Sent from the page {notice.page}</p>
        </Row>
      )}
    </Layout>
  ),
}

function factsOf(notice: Notice): [name: string, value: string][] {
  const facts: [string, string | null][] = [
    ['Business', notice.businessName],
    ['Phone', notice.phone],
    ['Date', dateOf(notice)],
    ['Event', notice.eventType],
    ['Guests', notice.guestCount],
  ]
  return facts.flatMap(([name, value]) => (value === null || value === '' ? [] : [[name, value]]))
}

/** As other emails write days; what is no date stays as it was typed. */
function dateOf({ date }: Notice): string | null {
  return date !== null && /^\d{4}-\d{2}-\d{2}$/.test(date) ? shortDayText(date) || date : date
}
