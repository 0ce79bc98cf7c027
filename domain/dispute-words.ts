const disputeReasons: Record<string, string> = {
  bank_cannot_process: 'the bank could not process it',
  credit_not_processed: 'they say that a refund they were promised did not come',
  customer_initiated: 'they asked their bank for it',
  debit_not_authorized: 'they say that they did not agree to it',
  duplicate: 'they say that they were charged twice',
  fraudulent: 'they say that they did not make it',
  incorrect_account_details: 'the details of the account were wrong',
  insufficient_funds: 'there was not enough money in the account',
  noncompliant: 'the bank says that it broke a rule of the card network',
  product_not_received: 'they say that nothing came',
  product_unacceptable: 'they say that what came was not what they ordered',
  subscription_canceled: 'they say that they had cancelled the box',
  unrecognized: 'they do not recognise it',
}

/** Describes the payment provider's reason of a dispute in plain words; quotes an unknown reason. */
export function describeDisputeReason(reason: string): string {
  return disputeReasons[reason] ?? `the bank gives as a reason “${reason.replaceAll('_', ' ')}”`
}

const refundFailures: Record<string, string> = {
  charge_for_pending_refund_disputed: 'the payment was disputed meanwhile',
  declined: 'their bank declined it',
  expired_or_canceled_card: 'their card has expired or was cancelled',
  insufficient_funds: 'there was not enough in the shop’s balance at the payment provider',
  lost_or_stolen_card: 'their card was lost or stolen',
}

/** Describes the payment provider's reason of a failed refund in plain words. */
export function describeRefundFailure(reason: string | null): string {
  return (reason === null ? undefined : refundFailures[reason]) ?? 'their bank gave no reason'
}
