// Runs before every npm script, under the machine's own Node (18 or later): installs what is missing.
// Only built-in modules here, since nothing else may be installed yet.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const wantsDev = process.argv.includes('--dev')
const stampFile = join(root, 'node_modules', '.setup.json')

if (Number(process.versions.node.split('.')[0]) < 18) {
  console.error(`This shop needs Node 18 or later; this is ${process.version}.`)
  process.exit(1)
}

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
}

function isInstalled() {
  if (!existsSync(stampFile)) return false
  const stamp = JSON.parse(readFileSync(stampFile, 'utf8'))
  return stamp.lock === lockHash() && (stamp.dev || !wantsDev) && stamp.platform === platform()
}

function platform() {
  return `${process.platform}-${process.arch}`
}

function install() {
  console.log(`Installing the ${wantsDev ? 'libraries and tools' : 'libraries'}, once …`)
  const npm = process.env.npm_execpath
  const words = [
    'ci',
    wantsDev ? '--include=dev' : '--omit=dev',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const [command, args] = npm?.endsWith('.js')
    ? [process.execPath, [npm, ...words]]
    : ['npm', words]
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) {
    console.error(
      'The libraries could not be installed. Is the network there? Then try the same command again.',
    )
    process.exit(1)
  }
  const node = join(
    root,
    'node_modules',
    'node',
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  )
  if (!existsSync(node)) {
    console.error(
      'npm did not run the install script of the package "node" (is ignore-scripts set?). The shop needs it.',
    )
    process.exit(1)
  }
  writeFileSync(
    stampFile,
    JSON.stringify({ lock: lockHash(), dev: wantsDev, platform: platform() }),
  )
}

function browserPath() {
  const places = [
    process.env.CHROME_PATH,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ]
  return places.find((place) => place && existsSync(place))
}

function installBrowser() {
  if (browserPath()) return
  const mayInstall = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0
  if (mayInstall) {
    console.log('Installing Chromium (Debian’s package) for the browser journeys …')
    try {
      execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore' })
      execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
        stdio: 'ignore',
      })
    } catch (error) {
      console.error(`Chromium could not be installed: ${error.message}`)
    }
  }
  if (!browserPath()) {
    console.error(
      'No Chromium here: the browser journeys cannot run. Install Chromium or Chrome, or set CHROME_PATH.',
    )
  }
}

if (!isInstalled()) install()
if (process.argv.includes('--browser')) installBrowser()
