import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const read = (...path: string[]) => readFile(join(root, ...path), 'utf8')

const manifest = JSON.parse(await read('package.json'))
const [dockerfile, compose, unit] = await Promise.all(
  ['Dockerfile', 'compose.yaml', 'shop.service'].map((name) => read('deploy', name)),
)

test('the image and the unit start the shop with the flags of npm start', () => {
  const flags: string[] = manifest.scripts.start.match(/--\S+/g)
  const quoted = flags.map((flag) => `"${flag}"`).join(', ')
  expect(dockerfile).toContain(`CMD ["node", ${quoted}, "build/shop/main.js"]`)
  expect(unit).toContain(`/bin/node ${flags.join(' ')} build/shop/main.js\n`)
})

test('what the image leaves out is a library of the build, for which the built shop never asks', async () => {
  const removed = /npm uninstall [^&]*/.exec(dockerfile ?? '')?.[0].split(/\s+/) ?? []
  const libraries = removed.filter((word) => /^[@a-z]/.test(word)).slice(2)
  expect(libraries.length).toBeGreaterThan(5)
  expect(Object.keys(manifest.dependencies)).toEqual(expect.arrayContaining(libraries))
  const built = (await readdir(join(root, 'build', 'shop'))).filter((name) => name.endsWith('.js'))
  const code = await Promise.all([
    read('build', 'server', 'index.js'),
    ...built.map((name) => read('build', 'shop', name)),
  ])
  const asksFor = (library: string) =>
    new RegExp(`^import .*["']${library}["'/]`, 'm').test(code.join('\n'))
  expect(libraries.filter(asksFor)).toEqual([])
  expect(['react', 'pg', 'prom-client'].filter(asksFor)).toEqual(['react', 'pg', 'prom-client'])
})

test('in compose the shop believes the address of the web server before it, and no image is the latest', () => {
  const address = /ipv4_address: (\S+)/.exec(compose ?? '')?.[1]
  expect(address).toMatch(/^172\./)
  expect(compose).toContain(`TRUSTED_PROXIES: ${address}\n`)
  const images = `${dockerfile}${compose}`.match(/^\s*(?:FROM|image:) \S+/gm) ?? []
  expect(images).toHaveLength(4)
  for (const image of images) expect(image).toMatch(/:[\w.-]*\d[\w.-]*$|bookworm-slim$/)
})
