/** The words of the mail that says that a parcel has left: its template has them, and the desk shows them beforehand. */
export const parcelMail = {
  subject: (number: number): string => `Order ${number} is on its way`,
  title: 'On its way.',
  lead: (number: number, carrier: string | null): string =>
    `Your order ${number} has left our kitchen${withCarrier(carrier)}.`,
  /** Of a parcel that goes ahead of the rest. */
  partLead: (number: number, carrier: string | null): string =>
    `Part of your order ${number} has left our kitchen${withCarrier(carrier)}. The rest will follow in its own parcel.`,
  preview: (carrier: string | null): string =>
    `Your parcel has left our kitchen${withCarrier(carrier)}.`,
  tracking: 'Its tracking number is',
} as const

function withCarrier(carrier: string | null): string {
  return carrier ? ` with ${carrier}` : ''
}
