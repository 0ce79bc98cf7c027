/**
 * Answers a second of what a small shop would pick otherwise, Medusa 2.21 and Vendure 3.7, measured on a machine of
 * this kind (two cores, a bare node:http server made 47,000). Where a range was found it is its upper end.
 */
export const others = {
  /** 24 products. */
  list: { medusa: 48, vendure: 51 },
  one: { medusa: 47, vendure: 228 },
  /** A new cart with a line. */
  cart: { medusa: 13, vendure: 65 },
  /** The list rendered as a page. */
  page: { medusa: 34, vendure: 18 },
}
