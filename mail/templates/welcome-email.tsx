import { business } from '../../domain/business.ts'
import type { EmailData } from '../emails.ts'
import { Layout, Row, Table } from './layout.tsx'
import type { EmailTemplate } from './email-template.ts'
import { body, colours, heading, link, smallHeading } from './look.ts'
import { PillButton } from './pill-button.tsx'
import { Picture } from './picture.tsx'

const facts = [
  {
    colour: colours.butter,
    title: 'Every label hides a flag',
    words: 'Neck band, lid edge or seal. Happy hunting.',
  },
  {
    colour: colours.mint,
    title: 'Heat is six stripes',
    words: 'One is for nan. Six is absolute chaos.',
  },
  {
    colour: colours.lilac,
    title: 'Find us outdoors',
    words: 'Markets, pop-ups and Taco Tuesdays across London.',
  },
]

function hello(name: string | null): string {
  return name === null || name === ''
    ? `${business.tradingName}?`
    : `${business.tradingName}, ${name}?`
}

export const welcomeEmail: EmailTemplate<EmailData['welcome_email']> = {
  subject: ({ name }) => hello(name),
  content: ({ name }, siteUrl) => (
    <Layout
      subject={hello(name)}
      preview="Your account is open, and you are in the album."
      why="You get this because you opened an account."
      siteUrl={siteUrl}
    >
      <tr>
        <td style={{ lineHeight: 0, fontSize: 0 }}>
          <Picture
            name="welcome"
            alt="Stickers of Apple Terror Sauce, Nashville Chilli Crisp and Miss Marmalade Chilli Jam"
            width={600}
            height={279}
            style={{ width: '100%' }}
          />
        </td>
      </tr>
      <Row padding="28px 32px 8px">
        <h1 style={{ ...heading, fontSize: 42, lineHeight: '46px' }}>{hello(name)}</h1>
        <p style={body}>
          You’re in the album. We cook {business.strapline}, put it in jars, and give every jar a
          face.
        </p>
        <p style={{ ...body, margin: 0 }}>
          Your account keeps your cart warm and your receipts in order. That is all it does, and it
          does it well.
        </p>
      </Row>
      <Row padding="16px 32px 8px">
        <PillButton href={new URL('/shop', siteUrl).href} label="Shop Now!" />
      </Row>
      <Row padding="8px 32px 24px">
        <a
          href={new URL('/account-settings', siteUrl).href}
          style={{ ...body, ...link, lineHeight: '44px' }}
        >
          Go to Account Settings
        </a>
      </Row>
      <Row padding="0 32px 18px">
        {facts.map((fact) => (
          <Fact key={fact.title} {...fact} />
        ))}
      </Row>
    </Layout>
  ),
}

function Fact({ colour, title, words }: (typeof facts)[number]) {
  return (
    <Table style={{ marginBottom: 10 }}>
      <tr>
        <td style={{ padding: '16px 20px', backgroundColor: colour, borderRadius: 14 }}>
          <p style={smallHeading}>{title}</p>
          <p style={{ ...body, fontSize: 16, lineHeight: '24px', margin: 0 }}>{words}</p>
        </td>
      </tr>
    </Table>
  )
}
