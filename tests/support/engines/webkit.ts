import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { Builder, By, Capabilities, type WebDriver } from 'selenium-webdriver'
import { vi } from 'vitest'
import { findWebKit } from '../../../commands/lib/browser.ts'
import { findFreePort } from '../running-shop.ts'
import type { BrowserDriver } from './driver.ts'

/** Starts WebKitGTK's MiniBrowser on a separate display. */
export async function openWebKit(): Promise<BrowserDriver> {
  const paths = findWebKit()
  if (paths === null) throw new Error('No WebKit here: npm test says what is missing')
  const display = spawn(
    paths.xvfb,
    ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  )
  const [number] = await once(createInterface({ input: display.stdio[3] as Readable }), 'line')
  const port = await findFreePort()
  const server = spawn(paths.driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: `:${number}`, GDK_BACKEND: 'x11', LIBGL_ALWAYS_SOFTWARE: '1' },
  })
  await vi.waitFor(() => fetch(`http://127.0.0.1:${port}/status`), { timeout: 20_000 })
  const openSession = async () => {
    const capabilities = new Capabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: paths.browser, args: ['--automation'] },
    })
    const driver = await new Builder()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities(capabilities)
      .build()
    await driver.manage().setTimeouts({ implicit: 0, pageLoad: 30_000, script: 30_000 })
    return driver
  }
  let driver: WebDriver = await openSession()
  const end = async (child: ChildProcess) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill()
    await once(child, 'exit')
  }
  return {
    open: (url) => driver.get(url),
    run: (work, ...input) => driver.executeScript(work, ...input),
    click: (selector) => driver.findElement(By.css(selector)).click(),
    type: (selector, text) => driver.findElement(By.css(selector)).sendKeys(text),
    resize: async ({ width, height }) =>
      void (await driver.manage().window().setRect({ width, height, x: 0, y: 0 })),
    screenshot: async (file) => writeFile(file, await driver.takeScreenshot(), 'base64'),
    forget: async () => {
      await driver.quit()
      driver = await openSession()
    },
    close: async () => {
      await driver.quit()
      await end(server)
      await end(display)
    },
  }
}
