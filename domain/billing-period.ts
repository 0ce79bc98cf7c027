/** The `recurring` field of a Stripe price, which bills every `interval_count` months or years. */
interface Rhythm {
  interval: string
  interval_count: number
}

/**
 * Returns the end of the first billing period that ends after `start`: on the day of the month of the billing cycle anchor, or on
 * the last day of a shorter month. All times are in seconds since 1970. https://docs.stripe.com/billing/subscriptions/billing-cycle
 */
export function periodEnd(anchor: number, start: number, rhythm: Rhythm): number {
  const begun = new Date(anchor * 1000)
  const step = rhythm.interval_count * (rhythm.interval === 'year' ? 12 : 1)
  for (let months = begun.getUTCMonth() + step; ; months += step) {
    const last = new Date(Date.UTC(begun.getUTCFullYear(), months + 1, 0)).getUTCDate()
    const end = new Date(begun)
    end.setUTCMonth(months, Math.min(begun.getUTCDate(), last))
    if (end.getTime() > start * 1000) return Math.floor(end.getTime() / 1000)
  }
}
