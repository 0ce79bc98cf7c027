import * as v from 'valibot'

/**
 * A version of a product's recipe whose label warns of more than the one before. `isCorrection` is true when the label before was
 * wrong, false when the recipe changed, and null until somebody has said which.
 */
export const labelQuestion = v.object({
  product: v.string(),
  version: v.number(),
  since: v.string(),
  added: v.array(v.string()),
  /** False when the label also warns of less than the one before, so that it can’t be right for what was sold before. */
  mayBeCorrection: v.boolean(),
  isCorrection: v.nullable(v.boolean()),
})
export type LabelQuestion = v.InferOutput<typeof labelQuestion>
