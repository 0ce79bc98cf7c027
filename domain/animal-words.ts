/** Matches foods made of plants that are named after the animal product that they replace. */
const plants =
  'vegan|vegetarian|veggie|vegetable|plant|plant[- ]based|soya|soy|jackfruit|seitan|microbial|mushroom'

/** Matches what is neither vegan nor vegetarian; fish and shellfish are among the allergens. */
const slaughtered =
  "meats?|beef(?! tomato)|pork|lamb(?![’'´]s lettuce)|mutton|veal|venison|goat(?![’'´]?s?[’'´]? (?:milk|cheese|butter|curd|yogh?urt))|rabbit|chicken|turkey|duck|goose|poultry|quail|bacon|ham|gammon|pancetta|prosciutto|chorizo|salami|pepperoni|nduja|pastrami|sausages?|black pudding|lard|lardons?|suet|tallow|dripping|schmaltz|gelatine?|collagen|isinglass|rennet|bone broth|bone marrow|liver|foie gras|cochineal|carmines?|carminic acid|e[- ]?120|parmesan|parmigiano|grana padano"

/** Matches products of living animals; milk and eggs are among the allergens. */
const taken =
  'honey(?! (?:mango|mushroom|fungus))|beeswax|royal jelly|propolis|bee pollen|shellac|lanolin|e[- ]?90[14]'

const notNamedAfter = `(?<!\\b(?:${plants})[- ])\\b`
const ofAnimals = `(?:${slaughtered})\\b(?![- ](?:free|eggs?|seasoning|flavou?r(?:ing)?|salt|spice|rub)\\b)`

/** Returns the patterns of ingredients that a food of the diet cannot have. */
export const animalWords = {
  vegan: new RegExp(`${notNamedAfter}(?:${ofAnimals}|(?:${taken})\\b(?![- ]free\\b))`, 'i'),
  vegetarian: new RegExp(`${notNamedAfter}${ofAnimals}`, 'i'),
} as const
