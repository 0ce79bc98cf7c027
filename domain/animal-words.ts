/** Words that turn a following name of an animal product into a plant product, such as "vegan bacon". */
const plants =
  'vegan|vegetarian|veggie|vegetable|plant|plant[- ]based|soya|soy|jackfruit|seitan|microbial|mushroom'

/** Products of slaughtered animals, which are neither vegan nor vegetarian. The patterns of allergens match fish and shellfish. */
const slaughtered =
  "meats?|beef(?! tomato)|pork|lamb(?![’'´]s lettuce)|mutton|veal|venison|goat(?![’'´]?s?[’'´]? (?:milk|cheese|butter|curd|yogh?urt))|rabbit|chicken|turkey|duck|goose|poultry|quail|bacon|ham|gammon|pancetta|prosciutto|chorizo|salami|pepperoni|nduja|pastrami|sausages?|black pudding|lard|lardons?|suet|tallow|dripping|schmaltz|gelatine?|collagen|isinglass|rennet|bone broth|bone marrow|liver|foie gras|cochineal|carmines?|carminic acid|e[- ]?120|parmesan|parmigiano|grana padano"

/** Products of living animals, which are not vegan. The patterns of allergens match milk and eggs. */
const taken =
  'honey(?! (?:mango|mushroom|fungus))|beeswax|royal jelly|propolis|bee pollen|shellac|lanolin|e[- ]?90[14]'

const notNamedAfter = `(?<!\\b(?:${plants})[- ])\\b`
const ofAnimals = `(?:${slaughtered})\\b(?![- ](?:free|eggs?|seasoning|flavou?r(?:ing)?|salt|spice|rub)\\b)`

/** The patterns of ingredients that exclude a food from each diet. */
export const animalWords = {
  vegan: new RegExp(`${notNamedAfter}(?:${ofAnimals}|(?:${taken})\\b(?![- ]free\\b))`, 'i'),
  vegetarian: new RegExp(`${notNamedAfter}${ofAnimals}`, 'i'),
} as const
