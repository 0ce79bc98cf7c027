import { business } from '../../domain/business.ts'
import type { EmailData } from '../emails.ts'
import { Layout, Row } from './layout.tsx'
import type { EmailTemplate } from './email-template.ts'
import { body, heading, receiptText } from './look.ts'
import { PillButton } from './pill-button.tsx'

interface Words {
  subject: string
  preview: string
  why: string
  text: string
  button: { path: string; label: string }
}

const consultancy: Words = {
  subject: 'Thank you for your inquiry',
  preview: `${business.chef.name} has it and will write back.`,
  why: 'You get this because your address was given with a consultancy inquiry.',
  text: `${business.chef.name} has it and will be in touch with you soon.`,
  button: { path: `/ask-${business.chef.slug}`, label: `More about Ask ${business.chef.name}` },
}

const catering: Words = {
  subject: 'Your catering inquiry',
  preview: 'We have it and will write back.',
  why: 'You get this because your address was given with a catering inquiry.',
  text: 'We have it and will be in touch soon about your catering needs.',
  button: { path: '/lgbt-proud-catering', label: 'More about Proud Catering' },
}

export const consultancyFollowup = followUp<EmailData['consultancy_followup']>(consultancy)
export const cateringFollowup = followUp<EmailData['catering_followup']>(catering)

/** Goes to an address that nobody has confirmed, so it carries nothing that somebody typed. */
function followUp<Data extends { reference: string | null }>(words: Words): EmailTemplate<Data> {
  return {
    subject: ({ reference }) => words.subject + (reference === null ? '' : ` (${reference})`),
    content: ({ reference }, siteUrl) => (
      <Layout subject={words.subject} preview={words.preview} why={words.why} siteUrl={siteUrl}>
        <Row padding="28px 32px 8px">
          <h1 style={heading}>Thank you for your inquiry!</h1>
          <p style={{ ...body, margin: 0 }}>
            {words.text} If there is more to say, just answer this e-mail. If you asked for nothing,
            there is nothing to do.
          </p>
        </Row>
        {reference !== null && (
          <Row padding="8px 32px">
            <p style={{ ...receiptText, margin: 0 }}>
              Your reference: <strong>{reference}</strong>
            </p>
          </Row>
        )}
        <Row padding="16px 32px 28px">
          <PillButton href={new URL(words.button.path, siteUrl).href} label={words.button.label} />
        </Row>
      </Layout>
    ),
  }
}
