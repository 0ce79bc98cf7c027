const kitchenSentence = /^Made in a kitchen that handles (.+)\.$/

/** The allergen labels of the products in a parcel, for its packing slip. */
export interface ParcelAllergenLabels {
  /** The label of each product in the given order, without sentences about the kitchen; null for a product without a label. */
  recipes: (string | null)[]
  /** The sentences about the kitchen, each once. */
  kitchen: string[]
}

/**
 * Separates the sentences about the kitchen from the labels, which are those of the day of the order. Merges sentences in the
 * shop's own form into one list, because all products are made in the same kitchen. Leaves any other sentence unchanged.
 */
export function createParcelAllergenLabels(
  labels: readonly (string | null)[],
): ParcelAllergenLabels {
  const kitchenAllergens = new Set<string>()
  const otherSentences = new Set<string>()
  const recipes = labels.map((label) => {
    if (label === null) return null
    const [recipe = '', ...sentences] = label.split(/(?<=\.)\s+(?=Made in )/)
    for (const sentence of sentences) {
      const list = kitchenSentence.exec(sentence)?.[1]
      if (list === undefined) otherSentences.add(sentence)
      else for (const name of list.split(/, | and /)) kitchenAllergens.add(name)
    }
    return recipe
  })
  const names = [...kitchenAllergens]
  const listed = [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ')
  const kitchen = names.length === 0 ? [] : [`Made in a kitchen that handles ${listed}.`]
  return { recipes, kitchen: [...kitchen, ...otherSentences] }
}
