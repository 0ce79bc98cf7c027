import type { EmailData } from '../emails.ts'
import { Layout, Row } from './layout.tsx'
import type { EmailTemplate } from './email-template.ts'
import { body, heading } from './look.ts'

const subject = 'A payment that belongs to nobody'

/** To the owner: a box of somebody who has been erased was paid all the same. */
export const strayPayment: EmailTemplate<EmailData['stray_payment']> = {
  subject: () => subject,
  content: ({ invoice, subscription }, siteUrl) => (
    <Layout
      subject={subject}
      preview="Nothing to pack. Please pay it back."
      why="You get this because you run this shop."
      siteUrl={siteUrl}
    >
      <Row padding="28px 32px 8px">
        <h1 style={heading}>Nothing to pack here.</h1>
        <p style={{ ...body, margin: 0 }}>
          A box was paid for by somebody who had their data erased. The shop has made no order of
          it: there is no name and no address. At the payment provider, please end this subscription
          if it still runs, and pay this invoice back:
        </p>
      </Row>
      <Row padding="8px 32px 28px">
        {[subscription, invoice].map((id) => (
          <p key={id} style={{ ...body, margin: 0, wordBreak: 'break-all' }}>
            {id}
          </p>
        ))}
      </Row>
    </Layout>
  ),
}
