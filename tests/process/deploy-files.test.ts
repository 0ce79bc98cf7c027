import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'
import { getServerBundleOptions } from '../../commands/build.ts'

const root = join(import.meta.dirname, '..', '..')
const read = (...path: string[]) => readFile(join(root, ...path), 'utf8')

const manifest = JSON.parse(await read('package.json'))
const [dockerfile, compose, unit] = await Promise.all(
  ['Dockerfile', 'compose.yaml', 'shop.service'].map((name) => read('deploy', name)),
)

test('the image and the systemd unit start the shop with the flags of npm start', () => {
  const flags: string[] = manifest.scripts.start.match(/--\S+/g)
  const quoted = flags.map((flag) => `"${flag}"`).join(', ')
  expect(dockerfile).toContain(`CMD ["node", ${quoted}, "build/shop/main.js"]`)
  expect(unit).toContain(`/bin/node ${flags.join(' ')} build/shop/main.js\n`)
})

test('the image removes only build libraries that the built shop never imports', async () => {
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

test('the owner’s commands run without the sources and build libraries that the image removes', async () => {
  const removed = /npm uninstall [^&]*|rm -rf .*/g
  const gone = (dockerfile?.match(removed) ?? []).join(' ').split(/\s+/)
  expect(gone).toContain('app')
  const scripts: Record<string, string> = manifest.scripts
  const commands = Object.entries(scripts).flatMap(([name, line]) => {
    const [, file] = /^node (commands\/[\w-]+\.ts)$/.exec(line) ?? []
    const isOurs = file !== undefined && scripts[`pre${name}`] === 'node commands/setup.mjs'
    return isOurs && name !== 'build' ? [join(root, file)] : []
  })
  expect(commands).toHaveLength(8)
  const { output, ...input } = getServerBundleOptions(root)
  const bundle = await rolldown({ ...input, input: commands })
  const chunks = (await bundle.generate(output)).output.filter((one) => one.type === 'chunk')
  await bundle.close()
  const modules = chunks.flatMap(({ moduleIds }) => moduleIds)
  expect(modules).toEqual(expect.arrayContaining(commands))
  expect(modules.filter((id) => gone.includes(relative(root, id).split('/')[0] ?? ''))).toEqual([])
  expect(chunks.flatMap(({ imports }) => imports).filter((id) => gone.includes(id))).toEqual([])
})

test('the documented secret files are excluded from the image and from git', async () => {
  const [guide, ignored, unsent] = await Promise.all([
    read('docs', 'hosted-supabase.md'),
    read('.gitignore'),
    read('deploy', 'Dockerfile.dockerignore'),
  ])
  const names = `${guide}${await read('deploy', 'README.md')}`.match(/[\w/]*\.env\b/g) ?? []
  expect(names).toEqual(expect.arrayContaining(['deploy/.env', 'hosted.env']))
  expect(ignored).toMatch(/^\*\.env$/m)
  expect(unsent).toMatch(/^\*\*\/\*\.env$/m)
})

test('the systemd unit and compose let the shop write to the example’s backup folder', async () => {
  const place = /BACKUP_DIR=(\S+)/.exec(await read('deploy', 'env.example'))?.[1]
  expect(place).toMatch(/^\/\w/)
  expect(unit).toContain(`\nReadWritePaths=-${place}\n`)
  expect(compose).toContain(`:${place}\n`)
  expect(dockerfile).toMatch(new RegExp(`install -d .* -o shop .*${place}\\n`))
})

test('compose trusts the address of its web server and pins every image', () => {
  const address = /ipv4_address: (\S+)/.exec(compose ?? '')?.[1]
  expect(address).toMatch(/^172\./)
  expect(compose).toContain(`TRUSTED_PROXIES: ${address}\n`)
  const images = `${dockerfile}${compose}`.match(/^\s*(?:FROM|image:) \S+/gm) ?? []
  expect(images).toHaveLength(4)
  for (const image of images) expect(image).toMatch(/:[\w.-]*\d[\w.-]*$|bookworm-slim$/)
})
