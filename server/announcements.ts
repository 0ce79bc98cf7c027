import type { Touches } from './page-cache.ts'

/**
 * Which pages an announcement on `catalogue_changed` is about. It names rows as loaders name them, by
 * `product:<slug or id>`; anything else, or nothing, is about all pages that show something of the catalogue.
 */
export function readAnnouncement(announcement = 'all'): Touches {
  const names = announcement.split(' ')
  if (!names.every((name) => name.startsWith('product:'))) return (reads) => reads.size > 0
  return (reads) => reads.has('anything') || names.some((name) => reads.has(name))
}
