import { circle, type Drawing, type FlagName, flags } from './kit.ts'
import { flagStrip } from './label.ts'

const onPole = (body: string): Drawing => ({ viewBox: '0 0 300 180', body })

const striped = Object.fromEntries(
  (Object.keys(flags) as FlagName[]).map((name) => [name, onPole(flagStrip(0, 0, 300, 180, name))]),
) as Record<FlagName, Drawing>

const [yellow, purple] = flags.intersex

/** Every flag that hides on a label, as large as it flies: there is no room for the ring on a lid. */
export const flagDrawings: Readonly<Record<FlagName, Drawing>> = {
  ...striped,
  intersex: onPole(
    `<rect width="300" height="180" fill="${yellow}"/><path d="${circle(150, 90, 48)}" fill="none" stroke="${purple}" stroke-width="15"/>`,
  ),
}
