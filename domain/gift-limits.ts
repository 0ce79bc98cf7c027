/** The most characters of each line of a gift tag; the table `orders` has the same limits. */
export const giftMaxLengths = { to: 40, from: 40, note: 200 } as const
