/** Words that turn a following name of an animal product into a plant product, such as "vegan bacon". */
const plants =
  'vegan|vegetarian|veggie|vegetable|plant|plant[- ]based|soya|soy|jackfruit|seitan|microbial|mushroom'

/** Products of slaughtered animals, which are neither vegan nor vegetarian. The patterns of allergens match fish and shellfish. */
const slaughterProducts =
  "meats?|beef(?! tomato)|pork|lamb(?![’'´]s lettuce)|mutton|veal|venison|goat(?![’'´]?s?[’'´]? (?:milk|cheese|butter|curd|yogh?urt))|rabbit|chicken|turkey|duck|goose|poultry|quail|bacon|ham|gammon|pancetta|prosciutto|chorizo|salami|pepperoni|nduja|pastrami|sausages?|black pudding|lard|lardons?|suet|tallow|dripping|schmaltz|gelatine?|collagen|isinglass|rennet|bone broth|bone marrow|liver|foie gras|cochineal|carmines?|carminic acid|e[- ]?120|parmesan|parmigiano|grana padano"

/** Products of living animals, which are not vegan. The patterns of allergens match milk and eggs. */
const livingAnimalProducts =
  'honey(?! (?:mango|mushroom|fungus))|beeswax|royal jelly|propolis|bee pollen|shellac|lanolin|e[- ]?90[14]'

const notPlantBased = `(?<!\\b(?:${plants})[- ])\\b`
const slaughterPattern = `(?:${slaughterProducts})\\b(?![- ](?:free|eggs?|seasoning|flavou?r(?:ing)?|salt|spice|rub)\\b)`

/** The patterns of ingredients that exclude a food from each diet. */
export const animalPatterns = {
  vegan: new RegExp(
    `${notPlantBased}(?:${slaughterPattern}|(?:${livingAnimalProducts})\\b(?![- ]free\\b))`,
    'i',
  ),
  vegetarian: new RegExp(`${notPlantBased}${slaughterPattern}`, 'i'),
} as const
