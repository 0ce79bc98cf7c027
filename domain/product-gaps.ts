import { type AllergenAnswers, allergensIn, openAllergens } from './allergen-answers.ts'
import { allergens } from './allergen-words.ts'

/** What a product is sold with, as far as it is known. */
export interface Sellable {
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

export interface Gap {
  /** What is to be filled in: the id of a field, 'photos', or an allergen's id after 'allergen-'. */
  field: string
  title: string
  hint: string
}

/** What is no food has no label of its own; the contents of boxes change, and their leaflet names them. */
export const isFood = (category: string): boolean =>
  category !== 'merchandise' && category !== 'subscription-box'

/** Drawings of ours say by themselves what they show. */
export const isDrawing = (src: string): boolean => src.startsWith('/generated/')

/** What is missing before a product may be sold, in the order of its editor; the database has the same rule, `product_gaps`. */
export function productGaps(product: Sellable): Gap[] {
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

function labelGaps({ net, ingredients, answers, storage }: Sellable): (Gap | false)[] {
  const named = allergensIn(ingredients)
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
    ...openAllergens(answers).map(({ id, name }) => ({
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
