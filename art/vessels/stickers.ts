import { type FlagName, palette } from '../lib/kit.ts'
import type { SealName, StickerDrawing, VesselArt } from './parts.ts'
import { subscriptionBox, pouch, sack } from './bags.ts'
import { tomatoBottle, flask, jug, squeezyBottle, woozyBottle } from './bottles.ts'
import { clothToppedJar, grinder, jar, tallJar, tin } from './jars.ts'
import { mug, tee, tote } from './merchandise.ts'

/** Returns the properties of a sticker that every product has: vessel, colours of body and cap, flag, and lines of the name. */
function printed(
  vessel: StickerDrawing['vessel'],
  body: string,
  cap: string,
  flag: FlagName,
  lines: readonly string[],
): Pick<StickerDrawing, 'vessel' | 'body' | 'cap' | 'flag' | 'lines'> {
  return { vessel, body, cap, flag, lines }
}

const bearBox = (seal: SealName) =>
  ({
    ...printed(subscriptionBox, '#FFDD63', '#8A4B22', 'bear', ['BIG GAY', 'BEAR BOX']),
    ground: { kind: 'check', field: '#FFDD63', pattern: '#D9691E' },
    mascot: { name: 'bear', scale: 1.25, drop: -6 },
    plate: { tilt: -2, largest: 38 },
    box: { width: 236, shoulder: 170, seal },
  }) as const satisfies StickerDrawing

const twinkBox = (seal: SealName) =>
  ({
    ...printed(subscriptionBox, '#BDF3FF', palette.pink, 'twink', ['TWINK', 'BOX']),
    ground: { kind: 'dots', field: palette.sky, pattern: palette.milk },
    mascot: { name: 'twink' },
    plate: { largest: 34 },
    box: { width: 146, shoulder: 146, sealX: 92, sealY: 104, seal },
  }) as const satisfies StickerDrawing

/** The stickers of the 24 products, by slug. */
export const stickers = {
  'nashville-chilli-crisp': {
    ...printed(jar, '#C8361E', palette.cheddar, 'six', ['NASHVILLE', 'CHILLI CRISP']),
    ground: { kind: 'rays', field: palette.cheddar, pattern: '#FFD873' },
    mascot: { name: 'chilli' },
    plate: { tilt: -2 },
    bits: [palette.cheddar, '#8E1B12', '#FF7A4D', '#F8D38A'],
  },
  'apple-terror-sauce': {
    ...printed(woozyBottle, '#8CCB3C', palette.ink, 'six', ['APPLE', 'TERROR']),
    ground: { kind: 'jolt', field: palette.coral, pattern: palette.ink },
    mascot: { name: 'apple' },
    plate: { colour: palette.lime, tilt: -4 },
  },
  'mandarin-pineapple-sage-hot-sauce': {
    ...printed(flask, '#FF9A2B', palette.jazz, 'pan', ['MANDARIN', '& PINEAPPLE', 'SAGE']),
    ground: { kind: 'swoosh', field: palette.milk, pattern: palette.teal, accent: palette.grape },
    mascot: { name: 'mandarin' },
    plate: { colour: palette.butter },
  },
  'spice-bag-mix': {
    ...printed(pouch, palette.grape, palette.pink, 'six', ['SPICE BAG', 'MIX']),
    ground: { kind: 'squig', field: palette.pink, pattern: palette.grape },
    mascot: { name: 'spicebag' },
    plate: { colour: palette.butter, tilt: -3 },
  },
  'big-gay-bear-box-monthly-subscription': bearBox('MONTHLY'),
  'twink-box-monthly-subscription': twinkBox('MONTHLY'),
  'proud-tote': {
    ...printed(tote, '#FFF0CF', palette.coral, 'six', ['PROUD']),
    plate: { colour: palette.grape, ink: palette.milk },
  },
  'peach-please-hot-honey': {
    ...printed(squeezyBottle, '#FFB27A', '#D362A4', 'lesbian', ['PEACH,', 'PLEASE']),
    ground: { kind: 'stripe', field: palette.blush, pattern: '#FF9EC4' },
    mascot: { name: 'peach' },
    plate: { tilt: -3 },
  },
  'black-garlic-ranch-dust': {
    ...printed(tin, palette.aubergine, palette.ink, 'ace', ['BLACK', 'GARLIC', 'RANCH']),
    ground: { kind: 'dots', field: palette.aubergine, pattern: '#5C4685' },
    mascot: { name: 'garlic' },
    plate: { colour: palette.lilac },
  },
  'proper-mouthy-mustard': {
    ...printed(tallJar, '#F4C51C', palette.grape, 'enby', ['MOUTHY', 'MUSTARD']),
    ground: { kind: 'check', field: '#9C59D1', pattern: '#7B3DB3' },
    mascot: { name: 'mustard' },
  },
  'bi-curious-blueberry-bbq': {
    ...printed(flask, '#6B3FA0', '#D60270', 'bi', ['BI-CURIOUS', 'BLUEBERRY', 'BBQ']),
    ground: { kind: 'jolt', field: '#FFB0D8', pattern: '#8FA4FF' },
    mascot: { name: 'blueberry' },
    plate: { tilt: -3 },
  },
  'yalright-mug': {
    ...printed(mug, palette.sky, palette.coral, 'six', ['Y’ALRIGHT', 'LOVE?']),
    ground: { kind: 'squig', field: palette.mint, pattern: palette.teal },
  },
  'got-got-need-tee': {
    ...printed(tee, palette.milk, palette.coral, 'gilbert', ['GOT,', 'GOT,', 'NEED']),
  },
  'pickle-me-pink': {
    ...printed(tallJar, '#FF9CC8', '#5BCEFA', 'trans', ['PICKLE', 'ME PINK']),
    ground: { kind: 'rays', field: '#5BCEFA', pattern: '#A9E5FF' },
    mascot: { name: 'gherkin' },
    plate: { tilt: 2 },
  },
  'the-big-smoke-bbq-sauce': {
    ...printed(jug, '#F6E3C0', '#7A3F1D', 'gilbert', ['THE BIG', 'SMOKE']),
    ground: { kind: 'rays', field: palette.coral, pattern: '#FF7A4D' },
    mascot: { name: 'flame' },
    plate: { colour: palette.butter, tilt: -2 },
  },
  'nashville-hot-dust': {
    ...printed(tin, '#E2402B', palette.ink, 'genderqueer', ['NASHVILLE', 'HOT DUST']),
    ground: { kind: 'rays', field: palette.sky, pattern: palette.milk },
    mascot: { name: 'boot', scale: 0.84 },
    plate: { colour: palette.butter, tilt: -3 },
  },
  'big-gay-bear-box-quarterly-subscription': bearBox('QUARTERLY'),
  'sourpuss-lemon-pepper': {
    ...printed(grinder, '#D9F2F0', palette.jazz, 'fluid', ['SOURPUSS', 'LEMON PEPPER']),
    ground: { kind: 'rays', field: palette.pink, pattern: palette.blush },
    mascot: { name: 'lemon' },
    plate: { colour: palette.lime, tilt: -2 },
    bits: [palette.ink, '#4A3A2A', '#FFD21F', '#6B5A3A'],
  },
  'trailer-trash-taco-dust': {
    ...printed(pouch, palette.teal, palette.coral, 'poly', ['TRAILER', 'TRASH TACO']),
    ground: { kind: 'stripe', field: palette.lime, pattern: palette.teal },
    mascot: { name: 'taco', scale: 1.27, drop: 2 },
    plate: { tilt: -3 },
  },
  'hot-tomato-ketchup': {
    ...printed(tomatoBottle, '#E5332B', palette.leaf, 'aro', ['HOT TOMATO']),
    ground: { kind: 'check', field: palette.milk, pattern: palette.cheddar },
    mascot: { name: 'tomato' },
    plate: { colour: palette.butter },
  },
  'lip-service-scotch-bonnet': {
    ...printed(woozyBottle, '#E0369A', palette.grape, 'intersex', ['LIP', 'SERVICE']),
    ground: { kind: 'stripe', field: palette.grape, pattern: '#7B45D1' },
    mascot: { name: 'kiss' },
    plate: { colour: palette.butter, tilt: -4 },
  },
  'twink-box-quarterly-subscription': twinkBox('QUARTERLY'),
  'not-that-kind-of-biscuit-mix': {
    ...printed(sack, '#E6C79A', '#D3A868', 'six', ['NOT THAT KIND', 'OF BISCUIT']),
    ground: { kind: 'swoosh', field: palette.sky, pattern: '#7CC4F5', accent: palette.coral },
    mascot: { name: 'biscuit' },
    plate: { tilt: -2 },
  },
  'miss-marmalade-chilli-jam': {
    ...printed(clothToppedJar, '#FF9A1F', palette.coral, 'pan', ['MISS', 'MARMALADE']),
    ground: { kind: 'dots', field: palette.milk, pattern: palette.blush },
    mascot: { name: 'queen' },
    plate: { colour: palette.lime, tilt: -2 },
    bits: ['#E2631A', '#FFC95C', '#C9480E'],
  },
} as const satisfies Record<string, StickerDrawing>

export type StickerSlug = keyof typeof stickers

export const stickerSlugs = Object.keys(stickers) as StickerSlug[]

/** Draws a product's vessel without its cut line, on an artboard of 300 x 360, with its bottom at y = 336. */
export function drawVessel(slug: StickerSlug): VesselArt {
  const art: StickerDrawing = stickers[slug]
  return art.vessel(art)
}
