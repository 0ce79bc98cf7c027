const names: Readonly<Record<string, string>> = {
  'instagram.com': 'Instagram',
  'facebook.com': 'Facebook',
  'tiktok.com': 'TikTok',
  'youtube.com': 'YouTube',
  'threads.net': 'Threads',
  'bsky.app': 'Bluesky',
}

/** Returns the name of the site of one of our social URLs, such as 'Instagram'; the host name for an unknown site. */
export function getSocialSiteName(address: string): string {
  const host = new URL(address).hostname.replace(/^www\./, '')
  return names[host] ?? host
}
