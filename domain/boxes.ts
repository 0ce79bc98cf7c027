export const boxKinds = { bear: 'Big Gay Bear Box', twink: 'Twink Box' } as const
export type BoxKind = keyof typeof boxKinds
