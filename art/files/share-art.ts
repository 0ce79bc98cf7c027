import type { Drawing } from '../../app/ui/shapes/shape-paths.ts'
import type { Lettering } from '../lettering.ts'
import { mascot, type MascotName } from '../mascots/mascot.ts'
import { palette } from '../../app/ui/shapes/palette.ts'
import { breweryYard } from '../places/brewery-scenes.ts'
import { posterArt } from '../places/poster-art.ts'
import { skyline } from '../places/skyline.ts'
import { sun } from '../scenes/backdrops.ts'
import { cloche } from '../spots/cloche.ts'
import { garlicShrug } from '../spots/house-spots.ts'
import { mixtape } from '../spots/mixtape.ts'
import type { StickerSlug } from '../stickers.ts'
import type { PageName } from '../../app/content/pages.ts'
import { placedSticker } from './poster.ts'

/** What stands on the right of a share picture, and the colours behind everything. */
export interface ShareArt {
  field: string
  rays: string
  draw(lettering: Lettering, marker: Lettering): string
}

/** Middle of the room that the title leaves. */
const middle = { x: 890, y: 320 } as const

/** The pages with a drawing of their own. */
const shareArt: Partial<Record<PageName, ShareArt>> = {
  home: {
    field: palette.blush,
    rays: '#FFD3E6',
    draw: (lettering) =>
      sun(middle.x, 340, 240) +
      fan(lettering, [
        'apple-terror-sauce',
        'mandarin-pineapple-sage-hot-sauce',
        'nashville-chilli-crisp',
      ]),
  },
  shop: {
    field: palette.lilac,
    rays: '#E6DAFF',
    draw: (lettering) =>
      fan(lettering, ['spice-bag-mix', 'lip-service-scotch-bonnet', 'hot-tomato-ketchup']),
  },
  subscriptions: {
    field: palette.mint,
    rays: '#CDF6E5',
    draw: (lettering) =>
      placed('twink-box-monthly-subscription', lettering, 1050, 330, 330, 8) +
      placed('big-gay-bear-box-monthly-subscription', lettering, 780, 330, 390, -6),
  },
  catering: {
    field: palette.butter,
    rays: '#FFF1BF',
    draw: () => fitted(cloche(), 500),
  },
  consultancy: {
    field: palette.peach,
    rays: '#FFDCC0',
    draw: () => crowd([['toque', 890, 310, 4.6, 0]]),
  },
  about: {
    field: palette.sky,
    rays: '#C6E9FF',
    draw: (lettering, marker) => fitted(mixtape(lettering, marker), 560, -4),
  },
  whereToFindUs: {
    field: palette.lilac,
    rays: '#E6DAFF',
    draw: () =>
      `<g transform="rotate(2 890 320)"><path d="M650 176H1150V464H650Z" fill="#000" stroke="${palette.ink}" stroke-width="10" stroke-linejoin="round"/>${fitted(skyline(), 460)}</g>`,
  },
  tacoTuesdays: {
    field: palette.lime,
    rays: '#E6FF8A',
    draw: () => crowd([['taco', 890, 320, 4.6, -4]]),
  },
  popUps: {
    field: palette.pink,
    rays: '#FF9CCD',
    draw: () => fitted(posterArt['pop-ups'](), 590),
  },
  marketPosters: {
    field: palette.cheddar,
    rays: '#FFC654',
    draw: (lettering) => fitted(posterArt.markets(lettering), 590),
  },
  markets: {
    field: palette.mint,
    rays: '#CDF6E5',
    draw: (lettering) => fitted(posterArt.gregs(lettering), 590),
  },
  brewery: {
    field: palette.teal,
    rays: '#2DB7B0',
    draw: (lettering) => print(breweryYard(lettering), 3),
  },
  testimonials: {
    field: palette.blush,
    rays: '#FFD3E6',
    draw: () =>
      crowd([
        ['queen', 740, 400, 2.5, -8],
        ['kiss', 1050, 400, 2.5, 8],
        ['heart', 890, 270, 3.4, 0],
      ]),
  },
  faqs: { field: palette.sky, rays: '#C6E9FF', draw: () => fitted(garlicShrug(), 540) },
  contact: {
    field: palette.butter,
    rays: '#FFF1BF',
    draw: () =>
      crowd([
        ['mandarin', 730, 390, 2.5, -8],
        ['tomato', 1060, 390, 2.5, 8],
        ['boot', 890, 300, 3.4, 0],
      ]),
  },
  privacyPolicy: policy(palette.sky, '#C6E9FF', 'gherkin'),
  termsOfService: policy(palette.peach, '#FFDCC0', 'bear'),
  cookiePolicy: policy(palette.mint, '#CDF6E5', 'biscuit'),
}

/** What stands beside the words of a page; a heart where it has no drawing of its own. */
export function shareArtOf(name: string): ShareArt {
  const art: Readonly<Record<string, ShareArt | undefined>> = shareArt
  return art[name] ?? policy(palette.lilac, '#E6DAFF', 'heart')
}

function policy(field: string, rays: string, name: MascotName): ShareArt {
  return { field, rays, draw: () => crowd([[name, 890, 330, 4.4, 0]]) }
}

function placed(
  slug: StickerSlug,
  lettering: Lettering,
  x: number,
  y: number,
  width: number,
  turn: number,
): string {
  return placedSticker(slug, lettering, { x, y, width, turn })
}

/** Three stickers: two that lean, and one in front. */
function fan(
  lettering: Lettering,
  [left, right, front]: readonly [StickerSlug, StickerSlug, StickerSlug],
): string {
  return (
    placed(left, lettering, 720, 300, 310, -12) +
    placed(right, lettering, 1060, 300, 310, 11) +
    placed(front, lettering, middle.x, 350, 380, -3)
  )
}

type Guest = readonly [name: MascotName, x: number, y: number, scale: number, turn: number]

function crowd(guests: readonly Guest[]): string {
  return guests
    .map(
      ([name, x, y, scale, turn]) =>
        `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})">${mascot(name)}</g>`,
    )
    .join('')
}

/** A drawing as wide as told, in the middle of its room. */
function fitted({ viewBox, body }: Drawing, width: number, turn = 0): string {
  const [, , across = 1, down = 1] = viewBox.split(' ').map(Number)
  const height = (width * down) / across
  return (
    `<g transform="translate(${middle.x} ${middle.y}) rotate(${turn})">` +
    `<svg x="${-width / 2}" y="${-height / 2}" width="${width}" height="${height}" viewBox="${viewBox}">${body}</svg></g>`
  )
}

/** A scene as a photograph with a white edge. */
function print(scene: Drawing, turn: number): string {
  return (
    `<g transform="rotate(${turn} ${middle.x} ${middle.y})"><path d="M618 146H1162V494H618Z" fill="${palette.milk}" stroke="${palette.ink}" stroke-width="6"/></g>` +
    fitted(scene, 516, turn)
  )
}
