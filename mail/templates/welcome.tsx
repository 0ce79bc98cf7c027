import { business } from '../../domain/business.ts'
import { TableRow } from './goods.tsx'
import {
  bodyStyle,
  colours,
  getTextStyle,
  headingStyle,
  linkStyle,
  smallHeadingStyle,
} from './styles.ts'
import { ActionButton, Link, Paragraph, Picture, Row, Table } from './parts.tsx'

export function getGreeting(name: string | null): string {
  return name ? `${business.tradingName}, ${name}?` : `${business.tradingName}?`
}

const facts = [
  [colours.butter, 'Every label hides a flag', 'Neck band, lid edge or seal. Happy hunting.'],
  [colours.mint, 'Heat is six stripes', 'One is for nan. Six is absolute chaos.'],
  [colours.lilac, 'Find us outdoors', 'Markets, pop-ups and Taco Tuesdays across London.'],
] as const

/** The content of both welcome emails. */
export function WelcomeContent({ name }: { name: string | null }) {
  return (
    <>
      <TableRow style={{ lineHeight: 0, fontSize: 0 }}>
        <Picture
          name="welcome"
          alt="Stickers of Apple Terror Sauce, Nashville Chilli Crisp and Miss Marmalade Chilli Jam"
          width={600}
          height={279}
          style={{ width: '100%' }}
        />
      </TableRow>
      <Row padding="28px 32px 8px">
        <h1 style={{ ...headingStyle, ...getTextStyle(42, 46) }}>{getGreeting(name)}</h1>
        <Paragraph margin="0 0 12px">
          You’re in the album. We cook {business.strapline}, put it in jars, and give every jar a
          face.
        </Paragraph>
        <Paragraph>
          Your account keeps your cart warm and your receipts in order. That is all it does, and it
          does it well.
        </Paragraph>
      </Row>
      <ActionButton to="/shop" label="Shop Now!" padding="16px 32px 8px" />
      <Row padding="8px 32px 24px">
        <Link to="/account-settings" style={{ ...bodyStyle, ...linkStyle, lineHeight: '44px' }}>
          Go to Account Settings
        </Link>
      </Row>
      <Row padding="0 32px 18px">
        {facts.map(([colour, title, words]) => (
          <Table key={title} style={{ marginBottom: 10 }}>
            <TableRow style={{ padding: '16px 20px', backgroundColor: colour, borderRadius: 14 }}>
              <p style={smallHeadingStyle}>{title}</p>
              <Paragraph look={{ ...bodyStyle, ...getTextStyle(16, 24) }}>{words}</Paragraph>
            </TableRow>
          </Table>
        ))}
      </Row>
    </>
  )
}
