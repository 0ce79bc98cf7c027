import { expect, test } from 'vitest'
import { getSocialSiteName } from './social-name.ts'

test.each([
  ['https://www.instagram.com/somebody', 'Instagram'],
  ['https://tiktok.com/@somebody', 'TikTok'],
  ['https://www.pictures.example/somebody', 'pictures.example'],
])('names the profile at %s %s', (address, name) => {
  expect(getSocialSiteName(address)).toBe(name)
})
