import { business } from '../../domain/business.ts'
import { dayText } from '../../domain/day-text.ts'
import { GoodsTable, SumRow, TableRow } from './goods.tsx'
import type { Templates } from './layout.tsx'
import { colours, receiptStyle, smallStyle } from './styles.ts'
import { richText, Table, TextRow } from './parts.tsx'
import { followUpSubjects } from './readers.tsx'

const sumLook = { ...receiptStyle, fontWeight: 'bold' } as const

/** Shows text that a member of staff typed, with its line breaks. */
function Paragraphs({ text }: { text: string }) {
  return (
    <TextRow padding="28px 32px 20px" whiteSpace="pre-line">
      {text}
    </TextRow>
  )
}

/** The emails that staff write at the desk. */
export const deskEmails = {
  /**
   * A reply to an enquiry, with a quotation if there is one. It has the subject of the first email, so that it continues the
   * thread.
   */
  enquiry_reply: {
    subject: ({ kind, reference }) => `Re: ${followUpSubjects[kind]} (${reference})`,
    preview: ({ text }) => text.slice(0, 120),
    why: 'You get this because your address was given with an enquiry, and we have answered it.',
    rows: ({ text, quote, reference }) => (
      <>
        <Paragraphs text={text} />
        {quote !== null && (
          <>
            <GoodsTable padding="4px 32px 12px">
              <TableRow style={{ padding: '8px 20px' }}>
                <Table>
                  {quote.lines.map(({ what, amount }, index) => (
                    <SumRow key={index} name={what} sum={amount} style={receiptStyle} />
                  ))}
                  <SumRow name="Total" sum={quote.total} style={sumLook} />
                </Table>
              </TableRow>
            </GoodsTable>
            <TextRow
              padding="0 32px 16px"
              look={smallStyle}
            >{richText`This price is good until **${dayText(quote.validUntil)}**.`}</TextRow>
          </>
        )}
        <TextRow padding="8px 32px 28px" look={smallStyle} color={colours.inkSoft}>
          {richText`Your reference: ${reference}. Just answer this e-mail.`}
        </TextRow>
      </>
    ),
  },
  /** A letter that a member of staff writes to one person. */
  person_letter: {
    subject: ({ subject }) => subject,
    preview: ({ text }) => text.slice(0, 120),
    why: `You get this because you have ordered from ${business.tradingName}, or asked us something.`,
    rows: ({ text }) => <Paragraphs text={text} />,
  },
} satisfies Templates
