interface PaidLine {
  quantity: number
  /** The amount paid for the whole line in pence, after the discount. */
  paid: number
  /** The pieces of earlier refunds, including requested ones. */
  gone: number
}

/**
 * Returns the refund, in pence, for `pieces` further pieces of a line. The refunds of all pieces add up to `paid`. `begin_refund`
 * in the database calculates the same.
 */
export function calculateRefundShare(
  { quantity, paid, gone: refunded }: PaidLine,
  pieces: number,
): number {
  return (
    Math.floor((paid * (refunded + pieces)) / quantity) - Math.floor((paid * refunded) / quantity)
  )
}
