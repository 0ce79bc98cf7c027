import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { supportedBrowsers } from '../domain/supported-browsers.ts'
import { allowedFeatures } from './browsers/allowed-features.ts'
import { type FoundFeature, findFeaturesInCode } from './browsers/find-in-code.ts'
import { findFeaturesInStyles } from './browsers/find-in-styles.ts'
import { build } from './build.ts'
import { root } from './lib/run.ts'

/** Checks all code that browsers load, including libraries, for features newer than the supported browsers. */
await build(console.log, ['fonts', 'art', 'storefront', 'desk'])
const folder = join(root, 'build', 'client')
const used = new Set<string>()
const faults: string[] = []
for (const file of globSync('**/*.{js,css,html}', { cwd: folder })) {
  const text = readFileSync(join(folder, file), 'utf8')
  for (const { feature, at } of findingsIn(file, text)) {
    used.add(feature)
    if (!Object.hasOwn(allowedFeatures, feature))
      faults.push(`${file}: ${feature}\n  ${text.slice(Math.max(0, at - 60), at + 60)}`)
  }
}
for (const feature of Object.keys(allowedFeatures))
  if (!used.has(feature))
    faults.push(`commands/browsers/allowed-features.ts: ${feature} is not used`)

const names = Object.entries(supportedBrowsers).map(([name, version]) => `${name} ${version}`)
for (const fault of faults) console.error(fault)
if (faults.length > 0)
  console.error(
    `\nNot in all supported browsers (${names.join(', ')}): docs/browsers.md says what to do.`,
  )
process.exit(faults.length === 0 ? 0 : 1)

function findingsIn(file: string, text: string): FoundFeature[] {
  if (file.endsWith('.css')) return findFeaturesInStyles(text)
  if (file.endsWith('.js')) return findFeaturesInCode(text)
  return [...text.matchAll(/<script(?<attributes>[^>]*)>(?<code>[^]*?)<\/script>/g)]
    .filter(({ groups }) => !groups?.attributes?.includes('application/json'))
    .flatMap(({ groups }) => findFeaturesInCode(groups?.code ?? ''))
}
