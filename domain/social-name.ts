const names: Readonly<Record<string, string>> = {
  'instagram.com': 'Instagram',
  'facebook.com': 'Facebook',
  'tiktok.com': 'TikTok',
  'youtube.com': 'YouTube',
  'threads.net': 'Threads',
  'bsky.app': 'Bluesky',
}

/** What people call the site at an address of ours: 'Instagram'; its host where we know no name for it. */
export function socialName(address: string): string {
  const host = new URL(address).hostname.replace(/^www\./, '')
  return names[host] ?? host
}
