/** The `recurring` field of a Stripe price, which bills every `interval_count` months or years. */
interface Recurring {
  interval: string
  interval_count: number
}

/**
 * Returns the end of the first billing period that ends after `start`: on the day of the month of the billing cycle anchor, or on
 * the last day of a shorter month. All times are in seconds since 1970. https://docs.stripe.com/billing/subscriptions/billing-cycle
 */
export function getPeriodEnd(anchor: number, start: number, recurring: Recurring): number {
  const anchorDate = new Date(anchor * 1000)
  const monthsPerPeriod = recurring.interval_count * (recurring.interval === 'year' ? 12 : 1)
  for (let months = anchorDate.getUTCMonth() + monthsPerPeriod; ; months += monthsPerPeriod) {
    const lastDay = new Date(Date.UTC(anchorDate.getUTCFullYear(), months + 1, 0)).getUTCDate()
    const end = new Date(anchorDate)
    end.setUTCMonth(months, Math.min(anchorDate.getUTCDate(), lastDay))
    if (end.getTime() > start * 1000) return Math.floor(end.getTime() / 1000)
  }
}
