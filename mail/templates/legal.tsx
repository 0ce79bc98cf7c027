import { business } from '../../domain/business.ts'
import { body, colours } from './look.ts'

interface LegalProps {
  why: string
  /** Where to get no more of such emails. */
  wayOut: string | undefined
  siteUrl: URL
}

/**
 * Who writes: name, number, part of the UK and registered office, which a partnership’s letters must carry
 * (Limited Liability Partnerships (Names and Trading Disclosures) Regulations).
 */
export function Legal({ why, wayOut, siteUrl }: LegalProps) {
  const onInk = { color: colours.milk }
  return (
    <tr>
      <td
        className="pad legal"
        style={{
          ...body,
          margin: 0,
          padding: '24px 32px',
          backgroundColor: colours.ink,
          color: colours.lilac,
          fontSize: 14,
          lineHeight: '21px',
        }}
      >
        <strong style={onInk}>{business.tagline}.</strong>
        <br />
        {why}
        {wayOut !== undefined && (
          <>
            {' '}
            <a href={wayOut} style={onInk}>
              Unsubscribe
            </a>
          </>
        )}
        <br />
        {registration()}{' '}
        <a href={`mailto:${business.email}`} style={onInk}>
          {business.email}
        </a>
        {' · '}
        <a href={new URL('/contact', siteUrl).href} style={onInk}>
          Contact Us
        </a>
      </td>
    </tr>
  )
}

function registration(): string {
  const { legalName, registeredIn, companyNumber, registeredOffice, vatNumber } = business
  const vat = vatNumber === null ? '' : ` VAT No. ${vatNumber}.`
  return `${legalName}, registered in ${registeredIn} No. ${companyNumber}. Registered office: ${registeredOffice}.${vat}`
}
