/** One of the 14 allergens that a label must name (Regulation (EU) 1169/2011, annex II, as kept in UK law). */
export interface Allergen {
  id: string
  /** The name in the desk and, in lower case, on labels. */
  name: string
  /** The source of a regular expression that matches ingredients that contain the allergen. */
  words: string
  /** The source of a regular expression that matches the names that the law requires on a label instead of the group's name. */
  names?: string
}

/** Words that turn a following "milk", "butter" or the like into a plant product. */
const plants =
  'coconut|cocoa|peanut|almond|cashew|hazelnut|oat|rice|hemp|pea|shea|nut|soya|soy|vegan|plant|apple'

/**
 * The allergens in the order in which labels list them. `allergen_words` in the database (*_allergen_warnings.sql) has the same
 * patterns; tests/desk/labels.test.ts compares both.
 */
export const allergens = [
  {
    id: 'celery',
    name: 'Celery',
    words: '\\b(?:celery|celeriac)\\b',
  },
  // Soy sauce contains wheat unless its name says "gluten-free", "wheat-free" or "tamari", or brackets after it say so or list its
  // ingredients.
  {
    id: 'gluten',
    name: 'Cereals with gluten',
    words:
      '\\b(?:wheat(?![- ]free)|wheatgerm|wholewheat|rye|barley|oats?|oatmeal|spelt|kamut|emmer|einkorn|durum|farro|triticale|khorasan|gluten(?![- ]free)|semolina|couscous|bulgh?ur|bulgar|seitan|freekeh|malt|malted|wholemeal|granary|(?:plain|self[- ]raising|strong|white|brown|bread|cake|all[- ]purpose|graham) flour|(?<!\\b(?:rice|corn|maize|gram|chickpea|lentil|pea|bean|potato|tapioca|cassava|coconut|almond|hazelnut|chestnut|nut|soya|soy|buckwheat|millet|sorghum|teff|quinoa|banana|lupine?|mustard|sesame|garlic|onion|glass|konjac|shirataki|gluten[- ]free|wheat[- ]free)[- ])(?:flour|bread(?![- ]and[- ]butter[- ](?:beans?|pickles?|cucumbers?))|flatbreads?|shortbread|gingerbread|sourdough|noodles?|ramen|pasta|lasagne|penne|fusilli|linguine|tagliatelle|naans?|pittas?|chapatt?is?|ciabatta|focaccia|baguettes?|croissants?|pastry|biscuits?)|(?<!gluten[- ]free )(?:breadcrumbs?|panko|rusks?|croutons?|filo|phyllo|orzo|macaroni|spaghetti|udon|matzos?|pretzels?|pumpernickel|brioche|beers?|ales?|lager|stout|shoyu)|(?<!(?:(?:gluten|wheat)[- ]free|tamari) )(?:soya?(?: ?bean)?(?= sauce)|teriyaki|hoisin|ponzu)(?!(?: sauce)* ?\\([^)]*(?:[,;]|free|tamari)))\\b',
    names:
      '\\b(?:wheat(?![- ]free)|wheatgerm|wholewheat|rye|barley|oats?|oatmeal|spelt|kamut|emmer|einkorn|durum|farro|triticale|khorasan)\\b',
  },
  {
    id: 'crustaceans',
    name: 'Crustaceans',
    words:
      '\\b(?:crustaceans?|shellfish|prawns?|shrimps?|crab|crabs|crabmeat|lobsters?|crayfish|crawfish|langoustines?|scampi|krill|yabb(?:y|ies)|belacan|terasi|bisque)\\b(?! apples?)',
  },
  {
    id: 'eggs',
    name: 'Eggs',
    words:
      '(?<!\\bvegan )\\b(?:eggs?|mayo|mayonnaise|a[iï]oli|albumen|albumin|ovalbumin|ovomucoid|lysozyme|e[- ]?1105|meringues?|hollandaise|b[eé]arnaise|advocaat|eggnog)\\b',
  },
  {
    id: 'fish',
    name: 'Fish',
    words:
      "\\b(?:fish|fishes|anchovy|anchovies|anchovetas?|tuna|salmon|cod|haddock|mackerel|sardines?|pilchards?|herrings?|kippers?|sprats?|trout|pollock|hake|halibut|plaice|monkfish|swordfish|sea[- ]?bass|eels?|caviar|roe|bottarga|bonito|katsuobushi|dashi|surimi|crab[- ]?sticks?|isinglass|taramasalata|whitebait|nam pla|nuoc mam|garum|colatura|(?<!vegan )worcester(?:shire)? sauce|(?<!vegan )worcester(?:shire)?|gentleman['‘’ʼ]s relish)\\b",
  },
  {
    id: 'lupin',
    name: 'Lupin',
    words: '\\b(?:lupins?|lupine|lupini)\\b',
  },
  {
    id: 'milk',
    name: 'Milk',
    words: `(?<!\\b(?:${plants})[ -])\\b(?:milk|milks|buttermilk|butter|buttercream|butterfat|butteroil|cream|creams|cr[eè]me fra[iî]che|fromage frais|curds?|quark|skyr|kefir|custard|ghee|cheeses?|cheddar|parmesan|parmigiano|pecorino|mozzarella|feta|ricotta|mascarpone|brie|camembert|stilton|gorgonzola|roquefort|gouda|edam|emmental|gruy[eè]re|halloumi|paneer|manchego|provolone|whey|casein|caseinates?|caseinate|lactalbumin|lactoglobulin|yogh?urts?|yoghourts?|labneh|tzatziki|pesto|raita|burrata|lactose|dairy|dulce de leche)\\b(?![- ](?:beans?|of tartar|thistle))`,
  },
  {
    id: 'molluscs',
    name: 'Molluscs',
    words:
      '\\b(?:molluscs?|mollusks?|shellfish|mussels?|clams?|oysters?|squid|squids|calamari|cuttlefish|octopus|scallops?|cockles?|whelks?|winkles?|periwinkles?|abalone|snails?|escargots?)\\b(?![- ]mushrooms?)',
  },
  {
    id: 'mustard',
    name: 'Mustard',
    words: '\\b(?:mustard|mustards|dijon|piccalilli)\\b',
  },
  // Annex II does not list pine nuts and tiger nuts, which are seeds and tubers.
  {
    id: 'nuts',
    name: 'Nuts',
    words:
      '\\b(?:(?<!(?:pine|tiger)[- ])nuts?|almonds?|hazelnuts?|walnuts?|cashews?|pecans?|pistachios?|macadamias?|brazils|filberts?|cobnuts?|frangipane|amaretti|gianduja|nougat|marzipan|praline|pralines|noisette|queensland nuts?)\\b',
    names:
      '\\b(?:almonds?|hazelnuts?|walnuts?|cashews?|pecans?|brazil nuts?|pistachios?|macadamias?)\\b',
  },
  {
    id: 'peanuts',
    name: 'Peanuts',
    words:
      '\\b(?:peanuts?|pea nuts?|groundnuts?|ground nuts?|monkey nuts?|earthnuts?|goobers?|beer nuts|arachis|satay)\\b',
  },
  {
    id: 'sesame',
    name: 'Sesame',
    words:
      "\\b(?:sesame|tahini|tahina|tehina|benne seeds?|gingelly|gomasio|halva|halvah|hummus|houmous|za['‘’ʼ -]?atar|dukkah|furikake|simsim)\\b",
  },
  {
    id: 'soya',
    name: 'Soya',
    words:
      '\\b(?:soya|soy|soybeans?|soyabeans?|tofu|edamame|miso|tempeh|natto|tamari|shoyu|teriyaki|hoisin|ponzu|okara|yuba|textured vegetable protein|tvp|e[- ]?426)\\b',
  },
  {
    id: 'sulphites',
    name: 'Sulphites',
    words:
      '\\b(?:sul(?:ph|f)ites?|bisul(?:ph|f)ites?|sul(?:ph|f)ur dioxide|meta(?:-| )?bisul(?:ph|f)ites?|pyrosul(?:ph|f)ites?|sul(?:ph|f)urous acid|so2|e[- ]?22[0-8])\\b',
  },
] as const satisfies readonly Allergen[]

export type AllergenId = (typeof allergens)[number]['id']
