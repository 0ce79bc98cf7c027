import * as v from 'valibot'
import * as field from './fields.ts'
import { defineTemplate, nullable } from './fields.ts'

/** Data of the emails that staff write at the desk, of emails to staff, and of emails about recipes and labels. */
export const deskEmails = {
  desk_invitation: defineTemplate('Invitation to the desk', {
    token: field.token,
    role: v.picklist(['owner', 'packer']),
    invitedBy: nullable(field.nonEmptyText(60)),
  }),
  desk_new_phone: defineTemplate('A new phone signed in', {
    agent: field.optionalText(300),
    at: field.isoTime,
  }),
  enquiry_reply: defineTemplate('Your answer to an enquiry', {
    reference: field.enquiryReference,
    kind: v.picklist(['catering', 'consultancy']),
    text: field.paragraphs(4000),
    quote: nullable(
      v.object({
        lines: field.objectList(
          { what: field.nonEmptyText(200), amount: field.pence },
          { from: 1, to: 30 },
        ),
        total: field.pence,
        validUntil: field.isoDay,
      }),
    ),
    /** Outbox ids of the earlier emails in the thread, oldest first. */
    thread: v.nullish(v.array(field.uuid), []),
  }),
  person_letter: defineTemplate('Your letter', {
    subject: field.nonEmptyText(150),
    text: field.paragraphs(4000),
  }),
  recipe_news: defineTemplate('A recipe has changed', {
    /** The number of one of the recipient's orders that contain the product. */
    number: field.orderNumber,
    name: field.nonEmptyText(120),
    slug: field.slug,
    /**
     * The time of the recipe change. Null for a recipient who bought the recipe that is current again, after an earlier email about
     * another recipe.
     */
    changedAt: nullable(field.isoTime),
    /** The time of the earlier email that this email corrects; null when it corrects none. */
    corrects: nullable(field.isoTime),
    /** The versions of the recipe of which it is known that they correct the label before them, or do not: `{"2": true}`. */
    answers: v.nullish(v.record(v.string(), v.boolean()), {}),
    /**
     * The recipient's orders of the product. `stage` is the state of the parcel. `jar` is the recipe in the parcel, null while none
     * is chosen. `jars` are the labels of all recipes that are or may be in the parcel, with the allergens and traces that the
     * label at the time of the order did not mention.
     */
    orders: v.nullish(
      v.array(
        v.object({
          number: field.orderNumber,
          stage: v.picklist(['waiting', 'sent', 'had']),
          isGift: v.nullish(v.boolean(), false),
          jar: nullable(v.picklist(['old', 'new', 'other', 'both'])),
          jars: v.nullish(
            v.array(
              v.object({
                since: field.isoTime,
                isAsOrdered: v.boolean(),
                isLatest: v.boolean(),
                /** True when the label that the recipient has of this recipe was wrong. The allergens are compared with it. */
                isWrong: v.nullish(v.boolean(), false),
                ...field.unconfirmedFields,
                ...field.labelFields,
              }),
            ),
            [],
          ),
        }),
      ),
      [],
    ),
    ...field.labelFields,
  }),
  label_warning: defineTemplate('Notice to you: a label that is not whole', {
    name: field.nonEmptyText(120),
    product: field.uuid,
    day: field.isoDay,
    gaps: v.pipe(v.array(field.nonEmptyText(80)), v.minLength(1), v.maxLength(20)),
  }),
}
