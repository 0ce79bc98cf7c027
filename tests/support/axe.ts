import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Returns the violations of WCAG 2.2 AA and of best practice that axe finds in a page or in one part of it, each as
 * "rule: element message".
 */
export async function findAccessibilityFaults(
  page: Page,
  { within = 'html', without = [] }: { within?: string; without?: string[] } = {},
): Promise<string[]> {
  // The axe library would be sent to the page twice for each run. When the page has it already, a short placeholder is
  // sent instead.
  const isThere = await page.evaluate(() => 'axe' in window)
  // Legacy mode opens no extra tab for each run, which only pages with frames need.
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: 'true' }) })
    .options({ resultTypes: ['violations'] })
    .withTags(tags)
    .disableRules(without)
    .setLegacyMode()
  const { violations } = await axe.include(within).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${id}: ${html.slice(0, 160)} ${any[0]?.message ?? ''}`),
  )
}
