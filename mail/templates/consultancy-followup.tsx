import { business } from '../../domain/business.ts'
import type { LetterData } from '../letters.ts'
import { Layout, Row } from './layout.tsx'
import type { LetterTemplate } from './letter-template.ts'
import { body, heading } from './look.ts'
import { PillButton } from './pill-button.tsx'

const subject = 'Thank you for your inquiry'

/** Goes to an address that nobody has confirmed, so it carries nothing that somebody typed. */
export const consultancyFollowup: LetterTemplate<LetterData['consultancy_followup']> = {
  subject: () => subject,
  content: (_data, siteUrl) => (
    <Layout
      subject={subject}
      preview={`${business.chef.name} has it and will write back.`}
      why="You get this because your address was given with a consultancy inquiry."
      siteUrl={siteUrl}
    >
      <Row padding="28px 32px 8px">
        <h1 style={heading}>Thank you for your inquiry!</h1>
        <p style={{ ...body, margin: 0 }}>
          {business.chef.name} has it and will be in touch with you soon. If there is more to say,
          just answer this e-mail. If you asked for nothing, there is nothing to do.
        </p>
      </Row>
      <Row padding="16px 32px 28px">
        <PillButton
          href={new URL(`/ask-${business.chef.slug}`, siteUrl).href}
          label={`More about Ask ${business.chef.name}`}
        />
      </Row>
    </Layout>
  ),
}
