/** A tag's place in an address: '#chilli-crisp' filters by 'chilli-crisp'. */
export function tagFilter(tag: string): string {
  return tag.trim().replace(/^#/, '').trim().toLowerCase()
}

/** The tags that lead somewhere, for chips: what is vegan is vegetarian without saying so. */
export function tagsToShow(tags: readonly string[]): string[] {
  const isVegan = tags.some((tag) => tagFilter(tag) === 'vegan')
  const isSaid = (mark: string) => mark === '' || (isVegan && mark === 'vegetarian')
  return tags.filter((tag) => !isSaid(tagFilter(tag)))
}
