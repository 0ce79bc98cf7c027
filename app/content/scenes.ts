export type SceneName = keyof typeof scenes

export const scenes = {
  sharing: {
    title: 'The sharing table',
    alt: 'Fried chicken, mac and cheese, slaw and biscuits on a gingham table, with five mascots as guests.',
  },
  tacos: {
    title: 'The taco bar',
    alt: 'A striped stall with a rack of tacos, three salsas and a chilli in a stetson serving.',
  },
  canapes: {
    title: 'The canapé tray',
    alt: 'A gloved hand holds a tray of sliders with tiny flags, devilled eggs and pickle skewers under a mirror ball.',
  },
  cake: {
    title: 'Cake and biscuits',
    alt: 'A three-tier cake topped by a peach and a bear, beside a tower of buttermilk biscuits.',
  },
  smoke: {
    title: 'Low and slow in the yard',
    alt: 'A bear in a cap runs a coral oil-drum smoker, with ribs and sauces on the bench.',
  },
}
