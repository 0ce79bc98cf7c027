import { socialAccountText } from './our-social.ts'
import { parseMenus } from './pop-ups.ts'

export const tacoTuesdaysTexts = {
  title: 'Trailer Trash Taco Tuesdays',
  short: 'Taco Tuesdays',
  lead: 'Most Tuesdays we borrow a café, fill it with tortillas and play the wrong country records. Formica tables, paper plates, nobody dressed for it.',
  planner: {
    title: 'Which Tuesdays',
    lead: 'A taco on the planner means we are on. No taco, we are having a lie-down.',
  },
  bookTitle: 'Book a table',
  bookText: `Ring us, or message us on ${socialAccountText}. Say how many, and who can’t do chilli.`,
  call: 'Call',
  message: 'Send a message',
  video: { title: 'Twenty-five seconds of it', lead: 'No sound needed. It is mostly chewing.' },
  videoLabel: 'Promo video: a Taco Tuesday at the café',
  menu: {
    title: 'What’s in the shell',
    lead: 'Sample menus; the specials are on the blackboard, in handwriting.',
  },
  cafeTitle: 'Where it is',
  cafeText: 'A proper caff by day, ours by night. Step-free, dogs welcome, card or cash.',
} as const

/** The promo video in the public storage bucket, with its WebVTT captions and a still, which also replaces a video that fails. */
export const promoVideo = {
  src: '/storage/v1/object/public/media/taco-tuesdays.mp4',
  poster: '/storage/v1/object/public/media/taco-tuesdays.png',
  captions: '/storage/v1/object/public/media/taco-tuesdays.vtt',
  width: 1280,
  height: 720,
} as const

export const tacoMenus = parseMenus(`
Tacos | menu-tacos | Menu picture: three tacos, the one in the middle is very pleased
- Hot chicken | Nashville crisp, pink slaw, pickles.
- Brisket and The Big Smoke | Low, slow, in a shell.
- Charred sweetcorn | Lime, crema, taco dust. Vegan on a nod.

Sides and dips | menu-sides | Menu picture: three bowls of salsa in red, green and yellow
- Three salsas | Nan-friendly, proper hot, chaos.
- Loaded tots | Because we grew up here.
- Black beans | The sensible one. There is always one.

Frozen things | menu-drinks | Menu picture: two frozen drinks with salted rims, one lime and one coral
- Lime slush | With tequila, or with a school night in mind.
- Mandarin and chilli | Tastes of holidays and regret.
- Builder’s iced tea | Milk in first, if you must.
`)
