/** A tag's place in an address: '#chilli-crisp' filters by 'chilli-crisp'. */
export function tagFilter(tag: string): string {
  return tag.trim().replace(/^#/, '').trim().toLowerCase()
}
