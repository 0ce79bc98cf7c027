import { circlePath, type Drawing, type FlagName, flagStripes } from '../lib/kit.ts'
import { flagStrip } from './label.ts'

const [yellow, purple] = flagStripes.intersex
const ring = `<rect width="300" height="180" fill="${yellow}"/><path d="${circlePath(150, 90, 48)}" fill="none" stroke="${purple}" stroke-width="15"/>`

/** The flags at 300 x 180. The intersex flag has its ring only here, because a ring does not fit on the lid of a jar. */
export const flagDrawings = Object.fromEntries(
  (Object.keys(flagStripes) as FlagName[]).map((name): [FlagName, Drawing] => {
    const body = name === 'intersex' ? ring : flagStrip(0, 0, 300, 180, name)
    return [name, { viewBox: '0 0 300 180', body }]
  }),
) as Readonly<Record<FlagName, Drawing>>
