/** A description of each heat from 0 to 6, because colour alone must not carry the information. */
export const heatDescriptions = [
  'No heat',
  'Nan-friendly',
  'A bit of a tingle',
  'Ooh, hello',
  'Proper hot',
  'Ring your mum',
  'Absolute chaos',
] as const
