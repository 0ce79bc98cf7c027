/** Returns a tag as it appears in an address: '#chilli-crisp' filters by 'chilli-crisp'. */
export function tagFilter(tag: string): string {
  return tag.trim().replace(/^#/, '').trim().toLowerCase()
}

/** Returns the tags for chips. 'vegetarian' is left out where 'vegan' implies it. */
export function tagsToShow(tags: readonly string[]): string[] {
  const isVegan = tags.some((tag) => tagFilter(tag) === 'vegan')
  const isSaid = (mark: string) => mark === '' || (isVegan && mark === 'vegetarian')
  return tags.filter((tag) => !isSaid(tagFilter(tag)))
}
