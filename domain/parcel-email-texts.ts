/** The texts of the email that announces a parcel, for the email's template and for its preview in the desk. */
export const parcelEmailTexts = {
  subject: (number: number): string => `Order ${number} is on its way`,
  title: 'On its way.',
  lead: (number: number, carrier: string | null): string =>
    `Your order ${number} has left our kitchen${withCarrier(carrier)}.`,
  /** For a parcel that is sent before the rest of its order. */
  partLead: (number: number, carrier: string | null): string =>
    `Part of your order ${number} has left our kitchen${withCarrier(carrier)}. The rest will follow in its own parcel.`,
  preview: (carrier: string | null): string =>
    `Your parcel has left our kitchen${withCarrier(carrier)}.`,
  tracking: 'Its tracking number is',
} as const

function withCarrier(carrier: string | null): string {
  return carrier ? ` with ${carrier}` : ''
}
