/** What stays on one line: a size, a weight, a name. */
export function together(words: string): string {
  return words.replaceAll(' ', '\u00a0')
}

/** 'every 3 months', whose number stays with its unit. */
function numbersKept(words: string): string {
  return words.replace(/(\d) /g, '$1\u00a0')
}

interface Details {
  /** '2 × £8.50', or null where it is said elsewhere. */
  price: string | null
  net?: string | null
  size: string | null
  interval: string | null
}

/** The small words below the name of goods; a line breaks between them rather than in them. */
export function goodsDetails({ price, net = null, size, interval }: Details): string {
  return [
    price === null ? null : together(price),
    net === null || net === '' ? null : together(net),
    size === null || size === '' ? null : `size\u00a0${size}`,
    interval === null ? null : numbersKept(interval),
  ]
    .filter((part) => part !== null)
    .join(' · ')
}
