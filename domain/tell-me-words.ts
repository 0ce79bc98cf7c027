/** What is offered where there is nothing to buy yet, or any more. Apart from what follows, which loads later. */
export const tellMeOffer = {
  'coming-soon': 'Tell me when it’s here',
  'sold-out': 'Tell me when it’s back',
} as const

export const tellMePromise = 'One e-mail, when you can buy it. Then we forget that you asked.'

export const tellMeFailed = {
  title: 'Error',
  text: 'That didn’t go through. Please try again.',
} as const
