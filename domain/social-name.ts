const names: Readonly<Record<string, string>> = {
  'instagram.com': 'Instagram',
  'facebook.com': 'Facebook',
  'tiktok.com': 'TikTok',
  'youtube.com': 'YouTube',
  'threads.net': 'Threads',
  'bsky.app': 'Bluesky',
}

/** Returns the name of the site at one of our social addresses, such as 'Instagram'; the host when the site is not in the list. */
export function socialName(address: string): string {
  const host = new URL(address).hostname.replace(/^www\./, '')
  return names[host] ?? host
}
