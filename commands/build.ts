import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { InputOptions, OutputOptions } from 'rolldown'
import type { ManifestEntry } from 'workbox-build'
import { compressFolder } from './compress.ts'
import { type BuildStep, stampsFolder, calculateStamp } from './inputs.ts'
import { root } from './lib/run.ts'

interface Step extends BuildStep {
  says: string
  run(): Promise<void>
}

const generated = join(root, 'public', 'generated')

const steps: Step[] = [
  {
    name: 'fonts',
    says: 'Cutting the fonts to size',
    inputs: ['art/lib/build-fonts.ts', 'package-lock.json'],
    outputs: ['public/generated/fonts'],
    run: async () => (await import('../art/lib/build-fonts.ts')).buildFonts(generated),
  },
  {
    name: 'art',
    says: 'Drawing the stickers',
    inputs: [
      'art',
      'app/content',
      'app/core/paths.ts',
      'app/ui/shapes',
      'supabase/seed',
      'domain/business.ts',
      'domain/share-picture.ts',
      'package-lock.json',
    ],
    outputs: ['stickers', 'art', 'mail', 'share'].map((folder) => `public/generated/${folder}`),
    run: async () => (await import('../art/build-art.ts')).buildArt(generated),
  },
  {
    name: 'seed',
    says: 'Writing the seed',
    inputs: ['supabase/seed', 'supabase/project.ts'],
    outputs: ['supabase/seed.sql', 'supabase/seed-words.sql'],
    run: async () => (await import('./build-seed.ts')).buildSeed(),
  },
  {
    name: 'storefront',
    says: 'Building the storefront',
    inputs: [
      'app',
      'domain',
      'public',
      'commands/build.ts',
      'vite.config.ts',
      'vite-plugins.ts',
      'react-router.config.ts',
      'tsconfig.base.json',
      'package-lock.json',
      `${stampsFolder}/art`,
      `${stampsFolder}/fonts`,
    ],
    outputs: ['build/client', 'build/server/index.js'],
    run: buildStorefront,
  },
  {
    name: 'desk',
    says: 'Building the desk',
    inputs: [
      'desk',
      'domain',
      'app/ui',
      'mail/desk-emails.ts',
      'mail/emails.ts',
      'mail/fields.ts',
      'commands/build.ts',
      'package-lock.json',
      `${stampsFolder}/storefront`,
    ],
    outputs: ['build/client/desk/index.html'],
    run: buildDesk,
  },
  {
    name: 'server',
    says: 'Building the server',
    inputs: [
      'server',
      'packages',
      'mail',
      'sandbox',
      'domain',
      'supabase/client.ts',
      'supabase/project.ts',
      'supabase/replaced-migrations.ts',
      'supabase/functions',
      'commands/build.ts',
      'package-lock.json',
    ],
    outputs: ['build/shop/main.js'],
    run: buildServer,
  },
]

export function isBuilt(): boolean {
  return steps.every((step) => calculateStamp(step).isFresh)
}

export async function build(
  say: (line: string) => void = console.log,
  only?: string[],
): Promise<void> {
  for (const step of steps.filter(({ name }) => only?.includes(name) ?? true)) {
    if (calculateStamp(step).isFresh) continue
    say(`${step.says} …`)
    await step.run()
    calculateStamp(step).write()
  }
}

async function buildStorefront(): Promise<void> {
  const cli = join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs')
  execFileSync(process.execPath, [cli, 'build'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  await compressFolder(join(root, 'build', 'client'))
}

/** Builds the desk into the storefront's output folder. It must run after the storefront's build, which empties that folder. */
async function buildDesk(): Promise<void> {
  const { build } = await import('vite')
  const { generateSW } = await import('workbox-build')
  const folder = join(root, 'build', 'client', 'desk')
  await build({ configFile: join(root, 'desk', 'vite.config.ts'), logLevel: 'warn' })
  // Precaches the desk's scripts and styles, so that it opens offline. A function in these options is inserted into the worker as
  // one line, so its body may only contain expressions. The desk's page is not precached: it comes from the server, which inserts
  // the backend's address, and is cached at run time.
  await generateSW({
    swDest: join(folder, 'sw.js'),
    globDirectory: folder,
    globPatterns: ['assets/*.{js,css}'],
    modifyURLPrefix: { '': '/desk/' },
    // The integrity hash prevents the service worker from caching a Wi-Fi sign-in page in place of a script.
    manifestTransforms: [(manifest) => ({ manifest: manifest.map(withIntegrity) })],
    dontCacheBustURLsMatching: /-[\w-]{8}\./,
    inlineWorkboxRuntime: true,
    // Activates a new worker at once, because a newer page needs the scripts of its own build, also offline.
    skipWaiting: true,
    sourcemap: false,
    runtimeCaching: [
      {
        urlPattern: ({ request }) => request.mode === 'navigate',
        handler: 'NetworkFirst',
        options: {
          cacheName: 'desk-page',
          networkTimeoutSeconds: 4,
          plugins: [
            {
              cacheKeyWillBeUsed: async () => '/desk',
              // Passes the HTTP cache, which may have the page of a Wi-Fi's sign-in. The mode of a navigation cannot be copied.
              requestWillFetch: async ({ request: { url, headers } }) =>
                new Request(url, { headers, redirect: 'manual', cache: 'no-store' }),
              // Rejects a proxy's error page, so that the cached page is shown instead. A Wi-Fi sign-in page, which may have status
              // 511, must be shown.
              fetchDidSucceed: async ({ response }) =>
                response.status >= 500 && response.status !== 511
                  ? Promise.reject(new TypeError(`HTTP ${response.status}`))
                  : response,
              cacheWillUpdate: async ({ response }) =>
                response.ok && (await response.clone().text()).includes('<div id="desk">')
                  ? response
                  : null,
            },
          ],
        },
      },
      {
        urlPattern: ({ url }) => url.pathname.startsWith('/generated/'),
        handler: 'StaleWhileRevalidate',
        options: {
          cacheName: 'desk-art',
          plugins: [
            {
              cacheWillUpdate: async ({ response }) =>
                response.ok &&
                !response.redirected &&
                !/^(?:text\/html|$)/.test(response.headers.get('content-type') ?? '')
                  ? response
                  : null,
            },
          ],
        },
      },
    ],
  })
  await compressFolder(folder)
}

function withIntegrity(entry: ManifestEntry & { size: number }) {
  const file = readFileSync(join(root, 'build', 'client', entry.url))
  const integrity = `sha384-${createHash('sha384').update(file).digest('base64')}`
  return { ...entry, integrity }
}

async function buildServer(): Promise<void> {
  const { rolldown } = await import('rolldown')
  const { output, ...input } = getServerBundleOptions(join(root, 'build', 'shop'))
  const bundle = await rolldown(input)
  await bundle.write(output)
  await bundle.close()
}

export function getServerBundleOptions(folder: string): InputOptions & { output: OutputOptions } {
  return {
    input: { main: join(root, 'server', 'main.ts') },
    platform: 'node',
    external: (id) => !id.startsWith('.') && !id.startsWith('/') && !/^[A-Za-z]:/.test(id),
    transform: { jsx: { runtime: 'automatic' } },
    // Copies the SQL files that the code reads by `new URL(…, import.meta.url)` next to the bundle.
    experimental: { resolveNewUrlToAsset: true },
    output: { dir: folder, format: 'esm', sourcemap: true },
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build()
