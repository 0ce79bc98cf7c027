import { business } from '../../domain/business.ts'
import type { EmailData } from '../emails.ts'
import { Layout, Row } from './layout.tsx'
import type { EmailTemplate } from './email-template.ts'
import { body, colours, heading, small } from './look.ts'
import { PillButton } from './pill-button.tsx'

function title(name: string | null): string {
  return name === null || name === '' ? 'Welcome back.' : `Welcome back, ${name}.`
}

/** Follows a sign-in. It tells about the account and advertises nothing. */
export const welcomeBack: EmailTemplate<EmailData['welcome_back']> = {
  subject: () => `Welcome back to ${business.tradingName}`,
  content: ({ name }, siteUrl) => (
    <Layout
      subject={`Welcome back to ${business.tradingName}`}
      preview="You have just signed in."
      why="You get this because somebody signed in to your account. We send it at most once a day."
      siteUrl={siteUrl}
    >
      <Row padding="28px 32px 8px">
        <h1 style={heading}>{title(name)}</h1>
        <p style={{ ...body, margin: 0 }}>
          You have just signed in. Your cart and your receipts are where you left them.
        </p>
      </Row>
      <Row padding="16px 32px 28px">
        <PillButton
          href={new URL('/account-settings', siteUrl).href}
          label="Go to Account Settings"
        />
      </Row>
      <Row padding="20px 32px" background={colours.butter}>
        <p style={{ ...small, margin: 0 }}>
          <strong>Not you?</strong> Then somebody knows your password. Please ask for a new one
          where you sign in; choosing it signs everybody else out.
        </p>
      </Row>
    </Layout>
  ),
}
