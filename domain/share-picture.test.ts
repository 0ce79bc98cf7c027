import { expect, test } from 'vitest'
import { pageMeta } from '../app/content/meta.ts'
import { getProductSharePicture, getSharePicturePath } from './share-picture.ts'

test('the share picture of a page is named by its path', () => {
  expect(getSharePicturePath('/')).toBe('/generated/share/home.png')
  expect(getSharePicturePath('/about')).toBe('/generated/share/about.png')
  expect(getSharePicturePath('/shop?filter=bbq')).toBe('/generated/share/shop.png')
  expect(getSharePicturePath(undefined)).toBe('/generated/share/home.png')
})

test('a product of the album has its own share picture, and another product has its photo', () => {
  expect(getProductSharePicture('/generated/stickers/proud-tote.svg')).toBe(
    '/generated/share/proud-tote.png',
  )
  expect(getProductSharePicture('/storage/v1/object/public/products/new.jpg')).toBe(
    '/storage/v1/object/public/products/new.jpg',
  )
  expect(getProductSharePicture('/elsewhere/new.svg')).toBe('/generated/share/home.png')
  expect(getProductSharePicture(null)).toBe('/generated/share/home.png')
})

test('the head contains the address of the share picture, and its size if the picture is the shop’s', () => {
  const page = { title: 'A', description: 'B', canonical: '/about' }
  const tags = pageMeta(page, 'https://shop.example')
  expect(tags).toContainEqual({
    property: 'og:image',
    content: 'https://shop.example/generated/share/about.png',
  })
  expect(tags).toContainEqual({ property: 'og:image:width', content: '1200' })
  expect(tags).toContainEqual({ name: 'twitter:card', content: 'summary_large_image' })
  const foreign = pageMeta({ ...page, image: 'https://x.example/a.png' }, 'https://shop.example')
  expect(foreign).not.toContainEqual({ property: 'og:image:width', content: '1200' })
})
