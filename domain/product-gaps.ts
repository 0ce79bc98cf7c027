import { type AllergenAnswers, findAllergens, getUnansweredAllergens } from './allergen-answers.ts'
import { allergens } from './allergen-words.ts'

/** The fields of a product that `findMissingProductData` checks before it may be sold. */
export interface ProductSaleFields {
  name: string
  /** Pence. */
  price: number | null
  category: string
  photos: readonly { src: string; alt: string }[]
  net: number | null
  ingredients: string
  answers: AllergenAnswers
  storage: string
}

/** Data that a product needs before it may be sold, with the texts that the desk shows. */
export interface MissingField {
  /** The id of the field to complete, 'photos', or 'allergen-' followed by an allergen's id. */
  field: string
  title: string
  hint: string
}

/**
 * Returns true for a category whose products need a food label. Merchandise has none. The contents of subscription boxes vary, and
 * the leaflet in each box lists their ingredients.
 */
export const isFood = (category: string): boolean =>
  category !== 'merchandise' && category !== 'subscription-box'

/** Returns true for one of the shop's own drawings, for which the owner writes no alternative text. */
export const isDrawing = (src: string): boolean => src.startsWith('/generated/')

/** Returns the missing fields in the order of the product's form. `product_gaps` in the database applies the same rule. */
export function findMissingProductData(product: ProductSaleFields): MissingField[] {
  const [main] = product.photos
  const gaps = [
    main === undefined && {
      field: 'photos',
      title: 'A picture',
      hint: 'One photo at least, or a drawing.',
    },
    main !== undefined &&
      !isDrawing(main.src) &&
      isEmpty(main.alt) && {
        field: 'alt',
        title: 'What the main photo shows',
        hint: 'Read aloud to people who cannot see it.',
      },
    isEmpty(product.name) && { field: 'name', title: 'A name', hint: 'What it is called.' },
    product.price === null && {
      field: 'price',
      title: 'A price',
      hint: 'Without one nobody can buy it.',
    },
    ...(isFood(product.category) ? labelGaps(product) : []),
  ]
  return gaps.filter((gap) => gap !== false)
}

function labelGaps({
  net,
  ingredients,
  answers,
  storage,
}: ProductSaleFields): (MissingField | false)[] {
  const named = findAllergens(ingredients)
  return [
    net === null && {
      field: 'net',
      title: 'Net quantity',
      hint: 'How much is in it, in g or ml',
    },
    isEmpty(ingredients) && {
      field: 'ingredients',
      title: 'Ingredients',
      hint: 'All of them, biggest amount first',
    },
    ...getUnansweredAllergens(answers).map(({ id, name }) => ({
      field: `allergen-${id}`,
      title: `${name}: not known`,
      hint: 'Ask the supplier if you are not sure.',
    })),
    ...allergens.map(({ id, name }) => {
      const words = named.get(id)
      const isDenied = answers[id] === 'may' || answers[id] === 'free'
      return (
        words !== undefined &&
        isDenied && {
          field: `allergen-${id}`,
          title: `${name}: the ingredients name it`,
          hint: `They say “${words.join('”, “')}”. Say that it contains it, or write it another way.`,
        }
      )
    }),
    isEmpty(storage) && {
      field: 'storage',
      title: 'How to keep it',
      hint: 'One line, like “Keep cool, dry and shut.”',
    },
  ]
}

const isEmpty = (text: string): boolean => text.trim() === ''
