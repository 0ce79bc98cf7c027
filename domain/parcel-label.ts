const kitchenWords = /^Made in a kitchen that handles (.+)\.$/

/** The labels of the products in a parcel, as its packing slip shows them. */
export interface ParcelLabel {
  /** The label of each recipe in the given order, without the kitchen's sentence; null where nothing is known. */
  recipes: (string | null)[]
  /** The allergens that the kitchen also handles, named once for all products. */
  kitchen: string[]
}

/**
 * Separates the sentences about the kitchen from the labels of the recipes, as they were on the day of the order. Sentences in the
 * shop's own form are merged into one list, because it is the same kitchen. Any other sentence stays as it is.
 */
export function parcelLabel(labels: readonly (string | null)[]): ParcelLabel {
  const handled = new Set<string>()
  const others = new Set<string>()
  const recipes = labels.map((label) => {
    if (label === null) return null
    const [recipe = '', ...sentences] = label.split(/(?<=\.)\s+(?=Made in )/)
    for (const sentence of sentences) {
      const list = kitchenWords.exec(sentence)?.[1]
      if (list === undefined) others.add(sentence)
      else for (const name of list.split(/, | and /)) handled.add(name)
    }
    return recipe
  })
  const names = [...handled]
  const listed = [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ')
  const kitchen = names.length === 0 ? [] : [`Made in a kitchen that handles ${listed}.`]
  return { recipes, kitchen: [...kitchen, ...others] }
}
