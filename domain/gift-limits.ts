/** The most characters of each line of a present's badge; the table `orders` has them, too. */
export const giftLimits = { to: 40, from: 40, note: 200 } as const
