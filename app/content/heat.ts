/** Explanations of the heat levels 0 to 6, by level. Their names are in domain/heat-words.ts. */
export const heatLevelNotes = [
  'All flavour, no fire. For anybody who thinks black pepper is a lot.',
  'Warm in the way a cardigan is warm. Your nan would have seconds.',
  'You will notice it, smile, and carry on talking.',
  'It taps you on the shoulder halfway through the bite. Most of us live here.',
  'Sleeves up. Start with a teaspoon, and have something cold nearby.',
  'You asked for hot and here it is. A few drops, then wait a minute before you are brave.',
  'One drop, not two. Keep it away from eyes, pets and small children, and wash your hands before anything romantic.',
] as const

export const heatGuideTexts = {
  title: 'How hot is hot?',
  lead: 'Everything edible in the album has an equaliser beside its name: six stripes, low to high. Here is what they mean, with everything that plays at that volume.',
  note: 'The scale is ours, so it compares our own with each other and with nobody else’s. A tolerance is personal: if you are new here, begin two steps below where you think you are.',
  rescue: 'Too late?',
  rescueText: 'Milk, yoghurt or bread. Water only shows the fire around the house.',
} as const
