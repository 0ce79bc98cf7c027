import * as v from 'valibot'
import * as field from './fields.ts'
import { defineTemplate, nullable } from './fields.ts'

/** Emails that are written at the desk or sent to staff. */
export const deskEmails = {
  desk_invitation: defineTemplate('Invitation to the desk', {
    token: field.token,
    role: v.picklist(['owner', 'packer']),
    invitedBy: nullable(field.nonEmptyText(60)),
  }),
  desk_new_phone: defineTemplate('A new phone signed in', {
    agent: field.optionalText(300),
    at: field.time,
  }),
  enquiry_reply: defineTemplate('Your answer to an enquiry', {
    reference: field.reference,
    kind: v.picklist(['catering', 'consultancy']),
    text: field.paragraphs(4000),
    quote: nullable(
      v.object({
        lines: field.list(
          { what: field.nonEmptyText(200), amount: field.pence },
          { from: 1, to: 30 },
        ),
        total: field.pence,
        validUntil: field.day,
      }),
    ),
    /** Ids of earlier emails of the thread in the outbox, oldest first. */
    thread: v.nullish(v.array(field.uuid), []),
  }),
  person_letter: defineTemplate('Your letter', {
    subject: field.nonEmptyText(150),
    text: field.paragraphs(4000),
  }),
  recipe_news: defineTemplate('A recipe has changed', {
    /** One of the reader's orders with the product. */
    number: field.orderNumber,
    name: field.nonEmptyText(120),
    slug: field.slug,
    /** Time of the change; null for a reader who bought the current recipe and got an email about another one. */
    changedAt: nullable(field.time),
    /** Time of the earlier email that this one corrects, because it named another recipe. */
    corrects: nullable(field.time),
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
          jar: nullable(v.picklist(['old', 'new', 'other', 'both'])),
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
  label_warning: defineTemplate('Notice to you: a label that is not whole', {
    name: field.nonEmptyText(120),
    product: field.uuid,
    day: field.day,
    gaps: v.pipe(v.array(field.nonEmptyText(80)), v.minLength(1), v.maxLength(20)),
  }),
}
