/** What each step from 0 to 6 feels like. Colour never says it alone. */
export const heatWords = [
  'No heat',
  'Nan-friendly',
  'A bit of a tingle',
  'Ooh, hello',
  'Proper hot',
  'Ring your mum',
  'Absolute chaos',
] as const
