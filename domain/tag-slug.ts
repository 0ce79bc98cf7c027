/** Returns a tag as it is in a URL: 'chilli-crisp' for '#chilli-crisp'. */
export function getTagSlug(tag: string): string {
  return tag.trim().replace(/^#/, '').trim().toLowerCase()
}

/** Returns the tags that are shown as chips. Leaves out empty tags, and 'vegetarian' if the product also has 'vegan'. */
export function getShownTags(tags: readonly string[]): string[] {
  const isVegan = tags.some((tag) => getTagSlug(tag) === 'vegan')
  const isRedundant = (name: string) => name === '' || (isVegan && name === 'vegetarian')
  return tags.filter((tag) => !isRedundant(getTagSlug(tag)))
}
