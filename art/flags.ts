/** The flags that hide on the labels, stripe by stripe from the top. */
export const flags = {
  six: ['#E5262F', '#FF8A1F', '#FFD91A', '#1E9E4A', '#2457D6', '#7A2BB8'],
  bear: ['#5A2E0E', '#D9691E', '#FFDD63', '#FFE8C4', '#FFFDF8', '#7A7A7A', '#22103F'],
  twink: ['#FFB3E6', '#FFFDF8', '#FFF59E'],
  trans: ['#5BCEFA', '#F5A9B8', '#FFFDF8', '#F5A9B8', '#5BCEFA'],
  bi: ['#D60270', '#D60270', '#9B4F96', '#2457D6', '#2457D6'],
  ace: ['#22103F', '#A3A3A3', '#FFFDF8', '#8A1E9C'],
  lesbian: ['#D52D00', '#FF9A56', '#FFFDF8', '#D362A4', '#A30262'],
  enby: ['#FFF433', '#FFFDF8', '#9C59D1', '#22103F'],
  pan: ['#FF218C', '#FFD800', '#21B1FF'],
  gilbert: ['#FF69B4', '#E5262F', '#FF8A1F', '#FFD91A', '#1E9E4A', '#00C0C0', '#3A3DA8', '#7A2BB8'],
  genderqueer: ['#B57EDC', '#FFFDF8', '#4A8123'],
  aro: ['#3DA542', '#A8D379', '#FFFDF8', '#A9A9A9', '#22103F'],
  fluid: ['#FF76A4', '#FFFDF8', '#C011D7', '#22103F', '#2F3CBE'],
  poly: ['#F714BA', '#01D66A', '#1594F6'],
  intersex: ['#FFD800', '#7902AA', '#FFD800'],
} as const satisfies Record<string, readonly string[]>

export type FlagName = keyof typeof flags
