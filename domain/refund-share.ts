interface PaidLine {
  quantity: number
  /** Pence that were paid for all of it, a discount taken off. */
  paid: number
  /** Pieces that have gone back, or are about to. */
  gone: number
}

/** What goes back for so many more pieces of a line, in pence: as `begin_refund` in the database has it. */
export function shareOf({ quantity, paid, gone }: PaidLine, pieces: number): number {
  return Math.floor((paid * (gone + pieces)) / quantity) - Math.floor((paid * gone) / quantity)
}
