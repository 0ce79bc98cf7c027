import { expect, test } from 'vitest'
import { business } from '../../../domain/business.ts'
import { seedTestimonials } from '../../../supabase/seed/testimonials.ts'
import { cateringBusinessData } from './business-data.ts'

const site = 'https://shop.example'

test('the structured data of the catering business has its own addresses', () => {
  expect(cateringBusinessData(site)).toMatchObject({
    '@type': 'LocalBusiness',
    url: 'https://shop.example/lgbt-proud-catering',
    legalName: business.legalName,
    email: business.cateringEmail,
    telephone: business.phone,
    address: business.registeredOffice,
  })
})

test('the structured data of the catering business contains no sample testimonials', () => {
  const text = JSON.stringify(cateringBusinessData(site))
  expect(text).not.toMatch(/review|rating/i)
  for (const { words } of seedTestimonials) expect(text).not.toContain(words)
})
