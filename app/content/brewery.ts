import { socialAccountText } from './our-social.ts'
import { parseRows } from './rows.ts'

export const breweryTexts = {
  title: 'Battersea Brewery',
  kicker: 'Announcement, please put your glasses down',
  lead: 'We are moving our fryer in with their beer. Southern plates, London pints, one very long table under the chimneys.',
  soon: 'Dates coming soon',
  soonText: `The bear is in training and the paperwork is in the post. Dates go up on ${socialAccountText} first, so look there.`,
  datesTitle: 'The dates are in',
  datesText: 'The bear has passed his training. Mind the fryer, it is new here.',
  button: `Watch ${socialAccountText} for dates`,
  matsTitle: 'While you wait, turn a mat',
  matsText: 'Every mat knows something. Tap one to turn it over.',
  picturesTitle: 'What it will look like',
  waysTitle: 'Hungry before then?',
} as const

export type BeerMat = (typeof beerMats)[number]

/** The beer mats. Each picture is `art/beer-mat-<slug>.svg`. `fact` and `text` are shown once a visitor turns a mat over. */
export const beerMats = parseRows(
  ['slug', 'name', 'alt', 'fact', 'text'],
  `
gherkin | Gherkin Sour | A green beer mat: Gherkin Sour, cloudy and rude, with a gherkin on it | Goes with | Fried pickles. It is not a coincidence, it is a theme.
peach | Peach Pale | A pink beer mat: Peach Pale, a soft landing, with a peach on it | House rule | Whoever says “just the one” buys the second.
bear | Big Bear Stout | A yellow beer mat: Big Bear Stout, strong on cuddles, with a bear in a cap on it | Did you know | Four chimneys, and not one of them is our smoker. That is round the back.
`,
)

/** The pictures below the mats. Each is `art/<file>.svg`. */
export const breweryPictures = parseRows(
  ['file', 'title', 'alt'],
  `
scene-brewery-yard | The yard | A bear and a gherkin at a long table with pints and ribs, four chimneys and strings of bulbs behind them
scene-taproom | The taps | A row of four beer taps with a flame and a peach behind the bar, pints, corn and sliders in front
`,
)
