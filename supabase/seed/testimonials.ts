import { business } from '../../domain/business.ts'

const { tradingName, chef } = business

/** Testimonials by page. Each line has author and location, the colour of the sticker, and the text. */
const said = {
  testimonials: `
Marsha, Brixton | butter | I put the chilli crisp on my chilli crisp. Send help, or another jar.
Dev and Callum, Leeds | grape | We had ${tradingName} at our wedding. Three aunties asked for the recipe and one asked for the chef.
Jo, Peckham | mint | Apple Terror made me swear in front of my vicar. She wanted some.
Ade, Deptford | blush | First market stall where somebody asked my pronouns and my heat level in one breath.
Bryn, Cardiff | peach | The Bear Box came. I am a bear. I fit the T-shirt. I may have wept.
Priya, Walthamstow | sky | They wrote my nut allergy on the order, on the box and, I suspect, on their hands.
Mo, Croydon | jazz | Taco Tuesday is now the only fixed point in my week. My therapist approves.
Siân, Bristol | lime | Posted on Monday, at my door on Wednesday, gone by Thursday.
Theo, Hackney | blush | I bought the Twink Box as a joke. The joke is that I am on my fourth.
Ruth, Stockport | lilac | My husband says he does not like spicy. My husband has been at the marmalade with a spoon.
Kit, Margate | butter | The biscuits at the market ruined every other biscuit for me. Even the ones that are biscuits.
Olu, Lewisham | ink | Our café took a day with ${chef.name} and got a menu, five stars from the EHO and a much calmer Sunday.
Fran, Glasgow | peach | Spice Bag on chips, on a Friday, on the sofa. That is it. That is the review.
Aisha, Birmingham | mint | They did halal, vegan and coeliac on one table and nobody was given the sad plate.
Lou and Pat, Whitby | grape | Forty years together and it took a jar of hot honey to make us fight over something.
Ming, Edinburgh | sky | The label said Ring Your Mum. I rang my mum. We had a lovely chat.
`,
  consultancy: `
Olu, café owner, Lewisham | butter | One day, one binder, no shouting. We cut the menu by half and the waste by more.
Greta, pub landlady, Whitstable | mint | From a two to a five with the EHO in six weeks. I have framed it above the fryer.
Sunil, street food trader, Leeds | blush | Found four pounds a portion hiding in my prep list. They were under the coriander.
Nia, hotel kitchen, Swansea | sky | My team now reads the allergen sheet for fun. I did not know it could have jokes in it.
`,
  catering: `
Jo, Peckham | butter | They fed my mum and both her girlfriends.
Dev, Leeds | mint | The biscuits were gone before the speeches.
Ash, Croydon | blush | My boss cried at the mac and cheese.
Marsha, Brighton | sky | Sixty guests, no leftovers, one marriage proposal.
Sam, Hackney | lilac | The only do where the vegans ate first.
Bryn, Cardiff | peach | I would hire them to cater my own funeral.
`,
  contact: `
Priya, Walthamstow | mint | Wrote at nine about my allergies, had a proper answer by ten.
Fran, Glasgow | butter | A jar broke on the way. New one in two days, with an apology on a napkin.
Theo, Hackney | blush | I asked a silly question and got a sillier answer, and it was right.
`,
}

/** Sample testimonials, which the pages show until the owner replaces them with real ones. */
export const seedTestimonials = Object.entries(said).flatMap(([page, lines], list) =>
  lines
    .trim()
    .split('\n')
    .map((line, index) => {
      const [by = '', color = '', words = ''] = line.split(' | ')
      const [author = '', location = ''] = by.split(/, (.*)/)
      const id = `5a1d0000-0000-4000-8000-${String((list + 1) * 100 + index).padStart(12, '0')}`
      return { id, page, position: index + 1, author, location, words, color, is_sample: true }
    }),
)
