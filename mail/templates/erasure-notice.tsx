import type { EmailData } from '../emails.ts'
import { Layout, Row } from './layout.tsx'
import type { EmailTemplate } from './email-template.ts'
import { body, heading } from './look.ts'

const subject = 'Somebody is to be forgotten'

/** To the business: the shop has forgotten somebody, and the payment provider is to follow. */
export const erasureNotice: EmailTemplate<EmailData['erasure_notice']> = {
  subject: () => subject,
  content: ({ orders, payments }, siteUrl) => (
    <Layout
      subject={subject}
      preview="Somebody had their data erased."
      why="You get this because you run this shop."
      siteUrl={siteUrl}
    >
      <Row padding="28px 32px 8px">
        <h1 style={heading}>Somebody asked to be forgotten.</h1>
        <p style={{ ...body, margin: 0 }}>
          The shop has erased them; their orders stay in the books without a name. The rest is for
          you to do.
        </p>
      </Row>
      {orders.length > 0 && (
        <List title="In your mailbox and on paper, please delete what is about these orders:">
          {orders.map((number) => `Order ${number}`)}
        </List>
      )}
      {payments.length > 0 && (
        <List title="Please ask the payment provider to redact what it keeps of these:">
          {payments}
        </List>
      )}
    </Layout>
  ),
}

function List({ title, children }: { title: string; children: string[] }) {
  return (
    <Row padding="8px 32px 20px">
      <p style={body}>{title}</p>
      {children.map((entry) => (
        <p key={entry} style={{ ...body, margin: 0, wordBreak: 'break-all' }}>
          {entry}
        </p>
      ))}
    </Row>
  )
}
