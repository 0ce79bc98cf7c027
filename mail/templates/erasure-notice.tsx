import type { LetterData } from '../letters.ts'
import { Layout, Row } from './layout.tsx'
import type { LetterTemplate } from './letter-template.ts'
import { body, heading } from './look.ts'

const subject = 'Please have payments made anonymous'

/** To the business: the shop has forgotten somebody, and the payment provider is to follow. */
export const erasureNotice: LetterTemplate<LetterData['erasure_notice']> = {
  subject: () => subject,
  content: ({ payments }, siteUrl) => (
    <Layout
      subject={subject}
      preview="Somebody had their data erased."
      why="You get this because you run this shop."
      siteUrl={siteUrl}
    >
      <Row padding="28px 32px 8px">
        <h1 style={heading}>Somebody asked to be forgotten.</h1>
        <p style={{ ...body, margin: 0 }}>
          The shop has erased them; their orders stay in the books without a name. Please ask the
          payment provider to redact what it keeps of these payments, and delete what is about them
          in your mailbox and on paper:
        </p>
      </Row>
      <Row padding="8px 32px 28px">
        {payments.map((payment) => (
          <p key={payment} style={{ ...body, margin: 0, wordBreak: 'break-all' }}>
            {payment}
          </p>
        ))}
      </Row>
    </Layout>
  ),
}
