// Runs before every npm script with the machine's own Node (18 or later) and installs what is missing. It may only import built-in
// modules, because nothing else may be installed yet.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const wantsDev = process.argv.includes('--dev')
const stampFile = join(root, 'node_modules', '.setup.json')

if (Number(process.versions.node.split('.')[0]) < 18)
  fail(`This shop needs Node 18 or later; this is ${process.version}.`)

/**
 * Returns what node_modules depends on: lock file, platform and Node version. When one of them has changed, the libraries are
 * installed again.
 */
function wanted() {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
  return {
    lock: createHash('sha256').update(lock).digest('hex'),
    platform: `${process.platform}-${process.arch}`,
    node: JSON.parse(lock).packages['node_modules/node'].version,
  }
}

function isInstalled() {
  if (!existsSync(stampFile)) return false
  const { dev, ...stamp } = JSON.parse(readFileSync(stampFile, 'utf8'))
  return isDeepStrictEqual(stamp, wanted()) && (dev || !wantsDev)
}

function install() {
  console.log(`Installing the ${wantsDev ? 'libraries and tools' : 'libraries'}, once …`)
  const parts = wantsDev ? '--include=dev' : '--omit=dev'
  if (!withOwnNode((node) => runNpm(node, ['ci', parts], root)))
    fail(
      'The libraries could not be installed. Is the network there? Then try the same command again.',
    )
  if (!existsSync(nodeIn(root)))
    fail(
      'npm did not run the install script of the package "node" (is ignore-scripts set?). The shop needs it.',
    )
  writeFileSync(stampFile, JSON.stringify({ ...wanted(), dev: wantsDev }))
}

/**
 * Runs `work` with a Node of the major version that the shop uses, which is downloaded if necessary. An older npm silently skips
 * optional packages that do not support its Node, such as the native binaries of libraries.
 */
function withOwnNode(work) {
  const { node } = wanted()
  if (process.versions.node.split('.')[0] === node.split('.')[0]) return work(process.execPath)
  const folder = mkdtempSync(join(tmpdir(), 'node-'))
  try {
    runNpm(process.execPath, ['install', '--no-save', '--prefix', folder, `node@${node}`], folder)
    return work(existsSync(nodeIn(folder)) ? nodeIn(folder) : process.execPath)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function nodeIn(folder) {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  return join(folder, 'node_modules', 'node', 'bin', name)
}

function runNpm(node, words, cwd) {
  const npm = process.env.npm_execpath
  const all = [...words, '--no-audit', '--no-fund', '--loglevel=error']
  const [command, args] = npm?.endsWith('.js') ? [node, [npm, ...all]] : ['npm', all]
  return spawnSync(command, args, { cwd, stdio: 'inherit' }).status === 0
}

function fail(words) {
  console.error(words)
  process.exit(1)
}

/** The browsers of the journey tests, with their keys in commands/lib/browser-places.json and their Debian packages. */
const engines = [
  { name: 'Chromium', parts: ['chromium'], packages: ['chromium'] },
  { name: 'Firefox', parts: ['firefox'], packages: ['firefox-esr'] },
  {
    name: 'WebKit',
    parts: ['miniBrowser', 'webKitDriver', 'xvfb'],
    packages: ['webkit2gtk-driver', 'xvfb'],
  },
]

function isHere(part) {
  const places = JSON.parse(
    readFileSync(join(root, 'commands', 'lib', 'browser-places.json'), 'utf8'),
  )[part]
  const own = part === 'chromium' ? [process.env.CHROME_PATH ?? ''] : []
  return [...own, ...places].some((place) => existsSync(place))
}

/**
 * Installs missing browsers for the journey tests. With the headless shell of Chromium, which is also installed, the journey tests
 * need a third less processor time (see browser.ts).
 */
function installBrowsers() {
  const mayInstall = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0
  const needsShell = !process.env.CHROME_PATH && !existsSync('/usr/bin/chromium-headless-shell')
  const isMissing = ({ parts }) => !parts.every(isHere)
  const missing = [
    ...engines.filter(isMissing).flatMap(({ packages }) => packages),
    ...(needsShell ? ['chromium-headless-shell'] : []),
  ]
  if (mayInstall && missing.length > 0) {
    console.log('Installing browsers (Debian’s packages) for the browser journeys …')
    apt('update', '-qq')
    // Installs each package by itself, so that one that is not available does not prevent the others.
    for (const name of missing) apt('install', '-y', '-qq', '--no-install-recommends', name)
  }
  for (const { name, packages } of engines.filter(isMissing))
    console.error(
      `No ${name} here: its browser journeys cannot run. Debian has it in ${packages.join(' and ')}.` +
        (name === 'Chromium' ? ' Or set CHROME_PATH.' : ''),
    )
}

function apt(...words) {
  try {
    execFileSync('apt-get', words, { stdio: 'ignore' })
  } catch (error) {
    console.error(`Not everything could be installed: ${error.message}`)
  }
}

if (!isInstalled()) install()
if (process.argv.includes('--browser')) installBrowsers()
