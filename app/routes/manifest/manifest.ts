import { business } from '../../../domain/business.ts'
import { palette } from '../../ui/shapes/palette.ts'
import { paths } from '../../core/paths.ts'

/** Returns /manifest.webmanifest: the name, colours and icons for home screens. */
export function loader(): Response {
  const icon = (size: number) => ({
    src: `/generated/art/icon-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose: 'any maskable',
  })
  const manifest = {
    id: paths.home,
    name: `${business.tradingName}: ${business.tagline}`,
    short_name: business.tradingName,
    description: `${business.strapline}.`,
    lang: 'en-GB',
    start_url: paths.home,
    display: 'minimal-ui',
    background_color: palette.milk,
    theme_color: palette.milk,
    icons: [icon(192), icon(512)],
  }
  return new Response(JSON.stringify(manifest), {
    headers: { 'Content-Type': 'application/manifest+json; charset=utf-8' },
  })
}
