import type { ReactNode } from 'react'
import { labelParts } from '../../domain/mark-allergens.ts'
import { business } from '../../domain/business.ts'
import { dayText } from '../../domain/day-text.ts'
import { GoodsTable, SumRow, TableRow } from './goods.tsx'
import type { Templates } from './layout.tsx'
import { colours, receiptText, small } from './look.ts'
import { Action, askUs, P, Panel, say, Table, TextRow } from './parts.tsx'
import { followUpSubjects } from './readers.tsx'

const sumLook = { ...receiptText, fontWeight: 'bold' } as const

/** What somebody of the team typed, in its lines. */
function Words({ text }: { text: string }) {
  return (
    <TextRow padding="28px 32px 20px" whiteSpace="pre-line">
      {text}
    </TextRow>
  )
}

const listed = (words: string[]): string => new Intl.ListFormat('en-GB').format(words)

function labelled(text: string): ReactNode {
  return labelParts(text).map(({ text: words, strong }, index) =>
    strong ? <strong key={index}>{words}</strong> : words,
  )
}

/** What is written at the desk. */
export const handEmails = {
  /** The words of whoever answers, and a quote where there is one. The subject is that of the follow-up. */
  enquiry_reply: {
    subject: ({ kind, reference }) => `Re: ${followUpSubjects[kind]} (${reference})`,
    preview: ({ text }) => text.slice(0, 120),
    why: 'You get this because your address was given with an enquiry, and we have answered it.',
    rows: ({ text, quote, reference }) => (
      <>
        <Words text={text} />
        {quote !== null && (
          <>
            <GoodsTable padding="4px 32px 12px">
              <TableRow style={{ padding: '8px 20px' }}>
                <Table>
                  {quote.lines.map(({ what, amount }, index) => (
                    <SumRow key={index} name={what} sum={amount} style={receiptText} />
                  ))}
                  <SumRow name="Total" sum={quote.total} style={sumLook} />
                </Table>
              </TableRow>
            </GoodsTable>
            <TextRow
              padding="0 32px 16px"
              look={small}
            >{say`This price is good until **${dayText(quote.validUntil)}**.`}</TextRow>
          </>
        )}
        <TextRow padding="8px 32px 28px" look={small} color={colours.inkSoft}>
          {say`Your reference: ${reference}. Just answer this e-mail.`}
        </TextRow>
      </>
    ),
  },
  /** A letter to one person, in the words of whoever wrote it. */
  person_letter: {
    subject: ({ subject }) => subject,
    preview: ({ text }) => text.slice(0, 120),
    why: `You get this because you have ordered from ${business.tradingName}, or asked us something.`,
    rows: ({ text }) => <Words text={text} />,
  },
  /** To whoever bought the former one, or was told of one that it is not; what they have keeps its own label. */
  recipe_news: {
    subject: ({ name, changedAt, corrects, newAllergens }) =>
      `${corrects === null ? '' : 'A correction: '}${name} ${
        changedAt === null
          ? 'is back to its old recipe'
          : `has a new recipe${newAllergens.length === 0 ? '' : `, with ${listed(newAllergens)}`}`
      }`,
    preview: ({ newAllergens }) =>
      newAllergens.length === 0
        ? 'What you have at home keeps its label.'
        : `It now contains: ${listed(newAllergens)}. What you have at home keeps its label.`,
    why: ({ number, changedAt }) =>
      `You get this because you bought ${changedAt === null ? 'it' : 'the old one'} with order ${number}.`,
    title: ({ name, changedAt }) =>
      changedAt === null ? `${name} is as it was.` : `${name} has changed.`,
    lead: ({ name, number, changedAt, corrects, newAllergens }) => [
      ...(corrects === null
        ? []
        : [say`What we told you about ${name} on **${dayText(corrects)}** is no longer right.`]),
      ...(changedAt === null
        ? [
            say`It is made as it was when you bought it: the label of your order ${number} is right.`,
          ]
        : [
            say`The recipe of ${name} changed on **${dayText(changedAt)}**.`,
            ...(newAllergens.length === 0
              ? []
              : [say`It now contains: **${listed(newAllergens)}**.`]),
            say`What you got with order ${number} is the old recipe, so its label and your receipt are
              still right. If you buy it again, please read the new label first.`,
          ]),
    ],
    rows: ({ ingredients, allergens, slug }) => (
      <>
        <Panel title="The label" colour={colours.butter}>
          {ingredients && <P margin="0 0 12px">{labelled(`Ingredients: ${ingredients}.`)}</P>}
          {allergens && <P>{labelled(allergens)}</P>}
        </Panel>
        <Action to={`/shop/product/${slug}`} label="See the label" />
        <TextRow padding="0 32px 28px" look={small}>
          {askUs}
        </TextRow>
      </>
    ),
  },
} satisfies Templates
