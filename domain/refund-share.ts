interface PaidLine {
  quantity: number
  /** Pence that were paid for the whole line, after the discount. */
  paid: number
  /** Pieces that are refunded already, or in a refund that has begun. */
  gone: number
}

/** Returns the refund in pence for `pieces` more pieces of a line. `begin_refund` in the database calculates the same. */
export function calculateRefundShare({ quantity, paid, gone }: PaidLine, pieces: number): number {
  return Math.floor((paid * (gone + pieces)) / quantity) - Math.floor((paid * gone) / quantity)
}
