import * as v from 'valibot'
import * as field from './fields.ts'
import { kind, maybe } from './fields.ts'

/** What is written at the desk, or to those who work there. */
export const deskEmails = {
  desk_invitation: kind('Invitation to the desk', {
    token: field.token,
    role: v.picklist(['owner', 'packer']),
    invitedBy: maybe(field.someWords(60)),
  }),
  desk_new_phone: kind('A new phone signed in', { agent: field.words(300), at: field.time }),
  enquiry_reply: kind('Your answer to an enquiry', {
    reference: field.reference,
    kind: v.picklist(['catering', 'consultancy']),
    text: field.paragraphs(4000),
    quote: maybe(
      v.object({
        lines: field.list({ what: field.someWords(200), amount: field.pence }, { from: 1, to: 30 }),
        total: field.pence,
        validUntil: field.day,
      }),
    ),
    /** Earlier emails about it, oldest first, by their rows. */
    thread: v.nullish(v.array(field.uuid), []),
  }),
  person_letter: kind('Your letter', {
    subject: field.someWords(150),
    text: field.paragraphs(4000),
  }),
  recipe_news: kind('A recipe has changed', {
    /** An order of theirs that it came with. */
    number: field.orderNumber,
    name: field.someWords(120),
    slug: field.slug,
    /** Null to whoever has bought it as it is now, and was told of another. */
    changedAt: maybe(field.time),
    /** When they were written to about a recipe that it is not. */
    corrects: maybe(field.time),
    /**
     * Their orders of it, and what of them has left. `jar` is the recipe in the parcel; null while nobody has chosen. `jars` are
     * the labels of what is in it, or of all that may go in, with what the label of that order did not warn of.
     */
    orders: v.nullish(
      v.array(
        v.object({
          number: field.orderNumber,
          stage: v.picklist(['waiting', 'sent', 'had']),
          jar: maybe(v.picklist(['old', 'new', 'other', 'both'])),
          jars: v.nullish(
            v.array(
              v.object({
                since: field.time,
                isAsOrdered: v.boolean(),
                isLatest: v.boolean(),
                ...field.label,
              }),
            ),
            [],
          ),
        }),
      ),
      [],
    ),
    ...field.label,
  }),
  label_warning: kind('Notice to you: a label that is not whole', {
    name: field.someWords(120),
    product: field.uuid,
    day: field.day,
    gaps: v.pipe(v.array(field.someWords(80)), v.minLength(1), v.maxLength(20)),
  }),
}
