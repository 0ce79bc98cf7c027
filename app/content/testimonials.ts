import { business } from '../../domain/business.ts'

const { tradingName, chef } = business

/** Fields that words in ink can stand on, and the deep ones that want milk. */
export type LightField = 'butter' | 'mint' | 'blush' | 'sky' | 'lilac' | 'peach' | 'lime'
export type DeepField = 'grape' | 'jazz' | 'ink'

interface Words {
  author: string
  location: string
  text: string
}

/** What somebody said. Only pairs that can be read are possible: ink on a light field, milk on a deep one. */
export type Testimonial = Words &
  ({ color: LightField; textColor: 'ink' } | { color: DeepField; textColor: 'milk' })

/**
 * True until these are the words of real customers. While it is, every list says that it is a sample. Put the
 * real ones below, with their writers' leave, and set this to false.
 */
export const testimonialsAreSamples = true

/** Says so beside every list of them. */
export const sampleNote = 'Written by us to show the page, until real ones take their place.'

/** The sixteen of the testimonials page. */
export const testimonials: readonly Testimonial[] = [
  {
    author: 'Marsha',
    location: 'Brixton',
    text: 'I put the chilli crisp on my chilli crisp. Send help, or another jar.',
    color: 'butter',
    textColor: 'ink',
  },
  {
    author: 'Dev and Callum',
    location: 'Leeds',
    text: `We had ${tradingName} at our wedding. Three aunties asked for the recipe and one asked for the chef.`,
    color: 'grape',
    textColor: 'milk',
  },
  {
    author: 'Jo',
    location: 'Peckham',
    text: 'Apple Terror made me swear in front of my vicar. She wanted some.',
    color: 'mint',
    textColor: 'ink',
  },
  {
    author: 'Ade',
    location: 'Deptford',
    text: 'First market stall where somebody asked my pronouns and my heat level in one breath.',
    color: 'blush',
    textColor: 'ink',
  },
  {
    author: 'Bryn',
    location: 'Cardiff',
    text: 'The Bear Box came. I am a bear. I fit the T-shirt. I may have wept.',
    color: 'peach',
    textColor: 'ink',
  },
  {
    author: 'Priya',
    location: 'Walthamstow',
    text: 'They wrote my nut allergy on the order, on the box and, I suspect, on their hands.',
    color: 'sky',
    textColor: 'ink',
  },
  {
    author: 'Mo',
    location: 'Croydon',
    text: 'Taco Tuesday is now the only fixed point in my week. My therapist approves.',
    color: 'jazz',
    textColor: 'milk',
  },
  {
    author: 'Siân',
    location: 'Bristol',
    text: 'Posted on Monday, at my door on Wednesday, gone by Thursday.',
    color: 'lime',
    textColor: 'ink',
  },
  {
    author: 'Theo',
    location: 'Hackney',
    text: 'I bought the Twink Box as a joke. The joke is that I am on my fourth.',
    color: 'blush',
    textColor: 'ink',
  },
  {
    author: 'Ruth',
    location: 'Stockport',
    text: 'My husband says he does not like spicy. My husband has been at the marmalade with a spoon.',
    color: 'lilac',
    textColor: 'ink',
  },
  {
    author: 'Kit',
    location: 'Margate',
    text: 'The biscuits at the market ruined every other biscuit for me. Even the ones that are biscuits.',
    color: 'butter',
    textColor: 'ink',
  },
  {
    author: 'Olu',
    location: 'Lewisham',
    text: `Our café took a day with ${chef.name} and got a menu, five stars from the EHO and a much calmer Sunday.`,
    color: 'ink',
    textColor: 'milk',
  },
  {
    author: 'Fran',
    location: 'Glasgow',
    text: 'Spice Bag on chips, on a Friday, on the sofa. That is it. That is the review.',
    color: 'peach',
    textColor: 'ink',
  },
  {
    author: 'Aisha',
    location: 'Birmingham',
    text: 'They did halal, vegan and coeliac on one table and nobody was given the sad plate.',
    color: 'mint',
    textColor: 'ink',
  },
  {
    author: 'Lou and Pat',
    location: 'Whitby',
    text: 'Forty years together and it took a jar of hot honey to make us fight over something.',
    color: 'grape',
    textColor: 'milk',
  },
  {
    author: 'Ming',
    location: 'Edinburgh',
    text: 'The label said Ring Your Mum. I rang my mum. We had a lovely chat.',
    color: 'sky',
    textColor: 'ink',
  },
]

/** The four beside the consultancy. */
export const consultancyTestimonials: readonly Testimonial[] = [
  {
    author: 'Olu',
    location: 'café owner, Lewisham',
    text: 'One day, one binder, no shouting. We cut the menu by half and the waste by more.',
    color: 'butter',
    textColor: 'ink',
  },
  {
    author: 'Greta',
    location: 'pub landlady, Whitstable',
    text: 'From a two to a five with the EHO in six weeks. I have framed it above the fryer.',
    color: 'mint',
    textColor: 'ink',
  },
  {
    author: 'Sunil',
    location: 'street food trader, Leeds',
    text: 'Found four pounds a portion hiding in my prep list. They were under the coriander.',
    color: 'blush',
    textColor: 'ink',
  },
  {
    author: 'Nia',
    location: 'hotel kitchen, Swansea',
    text: 'My team now reads the allergen sheet for fun. I did not know it could have jokes in it.',
    color: 'sky',
    textColor: 'ink',
  },
]

/** The six passed back at the end of a party. */
export const cateringTestimonials: readonly Testimonial[] = [
  {
    author: 'Jo',
    location: 'Peckham',
    text: 'They fed my mum and both her girlfriends.',
    color: 'butter',
    textColor: 'ink',
  },
  {
    author: 'Dev',
    location: 'Leeds',
    text: 'The biscuits were gone before the speeches.',
    color: 'mint',
    textColor: 'ink',
  },
  {
    author: 'Ash',
    location: 'Croydon',
    text: 'My boss cried at the mac and cheese.',
    color: 'blush',
    textColor: 'ink',
  },
  {
    author: 'Marsha',
    location: 'Brighton',
    text: 'Sixty guests, no leftovers, one marriage proposal.',
    color: 'sky',
    textColor: 'ink',
  },
  {
    author: 'Sam',
    location: 'Hackney',
    text: 'The only do where the vegans ate first.',
    color: 'lilac',
    textColor: 'ink',
  },
  {
    author: 'Bryn',
    location: 'Cardiff',
    text: 'I would hire them to cater my own funeral.',
    color: 'peach',
    textColor: 'ink',
  },
]

/** The three on the contact page. */
export const contactTestimonials: readonly Testimonial[] = [
  {
    author: 'Priya',
    location: 'Walthamstow',
    text: 'Wrote at nine about my allergies, had a proper answer by ten.',
    color: 'mint',
    textColor: 'ink',
  },
  {
    author: 'Fran',
    location: 'Glasgow',
    text: 'A jar broke on the way. New one in two days, with an apology on a napkin.',
    color: 'butter',
    textColor: 'ink',
  },
  {
    author: 'Theo',
    location: 'Hackney',
    text: 'I asked a silly question and got a sillier answer, and it was right.',
    color: 'blush',
    textColor: 'ink',
  },
]
