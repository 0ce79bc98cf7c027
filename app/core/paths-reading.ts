/** Addresses of what there is to read besides; apart from `paths`, so that no other page loads them. */
export const reading = {
  recipes: '/recipes',
  recipe: (slug: string) => `/recipes/${encodeURIComponent(slug)}`,
  heat: '/heat',
  flags: '/flags',
} as const
