import * as v from 'valibot'
import * as field from './fields.ts'
import { kind, maybe } from './fields.ts'

/** Emails that are written at the desk or sent to staff. */
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
    /** Ids of earlier emails of the thread in the outbox, oldest first. */
    thread: v.nullish(v.array(field.uuid), []),
  }),
  person_letter: kind('Your letter', {
    subject: field.someWords(150),
    text: field.paragraphs(4000),
  }),
  recipe_news: kind('A recipe has changed', {
    /** One of the reader's orders with the product. */
    number: field.orderNumber,
    name: field.someWords(120),
    slug: field.slug,
    /** Time of the change; null for a reader who bought the current recipe and got an email about another one. */
    changedAt: maybe(field.time),
    /** Time of the earlier email that this one corrects, because it named another recipe. */
    corrects: maybe(field.time),
    /**
     * The reader's orders of the product, with the state of their parcels. `jar` is the recipe in the parcel, null while none
     * is chosen. `jars` are the labels of the recipes that are or may be in it, with the allergens and traces that the label
     * of that order did not warn of.
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
