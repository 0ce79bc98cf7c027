export function categoryLabel(category: string): string {
  const words = category.replaceAll('-', ' ').replace(/\bbbq\b/g, 'BBQ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
