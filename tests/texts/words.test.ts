import { expect, test } from 'vitest'
import { guestEmailTexts } from '../../domain/guest-email.ts'
import { newsletterTexts } from '../../domain/newsletter.ts'
import { parseInput } from '../../supabase/functions/create-checkout/input.ts'

test('the newsletter has the specified titles and texts', () => {
  expect(newsletterTexts).toEqual({
    invalidEmail: { title: 'Invalid email', text: 'Please enter a valid email address.' },
    invalidName: {
      title: 'Invalid name',
      text: 'Please enter your name (at least 2 characters).',
    },
    tooMany: { title: 'Too many attempts', text: 'Please wait before trying again.' },
    duplicate: {
      title: 'Already subscribed',
      text: 'This email is already subscribed to our newsletter.',
    },
    failed: { title: 'Error', text: 'Failed to sign up for newsletter. Please try again.' },
    done: { title: 'Success!', text: "You've been added to our newsletter." },
  })
})

test('a guest’s address has the specified titles and texts', () => {
  expect(guestEmailTexts).toMatchObject({
    invalid: { title: 'Invalid email', text: 'Please enter a valid email address.' },
    tooMany: { title: 'Too many attempts', text: 'Please wait before trying again.' },
    failed: { title: 'Error', text: 'Failed to save email' },
    failedOnCartPage: { text: 'Failed to save email. Please try again.' },
    saved: { title: 'Email saved!' },
  })
})

test('a checkout without a line that can be sold has no valid items', () => {
  for (const cart_items of [[], undefined, [{}]])
    expect(parseInput({ cart_items, delivery_method: { id: 'standard' } })).toMatchObject({
      ok: false,
      message: 'No valid items in cart',
    })
})
