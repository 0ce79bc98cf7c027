/** The album's word for each heat from 0 to 6. */
export const heatWords = [
  'No heat',
  'Nan-friendly',
  'A bit of a tingle',
  'Ooh, hello',
  'Proper hot',
  'Ring your mum',
  'Absolute chaos',
] as const
