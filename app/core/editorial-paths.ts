/**
 * Paths of the recipes of dishes, the heat guide and the flags. They are not part of `paths`, so that only pages that link to them
 * load them.
 */
export const editorialPaths = {
  recipes: '/recipes',
  recipe: (slug: string) => `/recipes/${encodeURIComponent(slug)}`,
  heat: '/heat',
  flags: '/flags',
} as const
