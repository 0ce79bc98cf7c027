const kitchenWords = /^Made in a kitchen that handles (.+)\.$/

/** The labels of a parcel as its slip has them. */
export interface ParcelLabel {
  /** What is said of each recipe, in the order given; null where nothing is known. */
  recipes: (string | null)[]
  /** What the kitchen handles beside, said once for all of them. */
  kitchen: string[]
}

/**
 * Parts what the labels of the day say of the recipes from what they say of the kitchen. Where they name it in the shop's
 * own sentence, the lists become one: it is the same kitchen. Any other sentence stays as it is.
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
