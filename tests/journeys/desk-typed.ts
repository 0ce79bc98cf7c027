import type { Page } from 'playwright-core'
import { allergens } from '../../domain/allergen-words.ts'

/** The location in the metadata of the test photos, which must not be published. */
export const photoLocation = '51.4700N 0.0700W 12 Home Road'

/** The orientation of a picture: 6 is that of a camera held upright, which stores the picture lying on its side. */
type Orientation = 1 | 6

/** Returns a JPEG as a camera writes it, with the location where it was taken. */
export async function createPhoto(page: Page, colour: string, width = 1600, held: Orientation = 1) {
  const drawn = await page.evaluate(
    ([fill, width]) => {
      const canvas = document.createElement('canvas')
      Object.assign(canvas, { width, height: width * 0.75 })
      const pen = canvas.getContext('2d')
      if (pen === null) throw new Error('No canvas')
      pen.fillStyle = fill
      pen.fillRect(0, 0, width * 0.75, width / 2)
      return canvas.toDataURL('image/jpeg')
    },
    [colour, width] as const,
  )
  const jpeg = Buffer.from(drawn.split(',')[1] ?? '', 'base64')
  const directory = `\x01\0\x12\x01\x03\0\x01\0\0\0${String.fromCharCode(held)}\0\0\0\0\0\0\0`
  const exif = Buffer.from(`Exif\0\0II*\0\x08\0\0\0${directory}${photoLocation}`, 'latin1')
  const head = Buffer.from([0xff, 0xe1, 0, exif.length + 2])
  const buffer = Buffer.concat([jpeg.subarray(0, 2), head, exif, jpeg.subarray(2)])
  return { name: `${colour}.jpg`, mimeType: 'image/jpeg', buffer }
}

/** Answers the remaining ones of the fourteen allergen questions, and fills in the storage instructions. */
export async function answerRemainingAllergens(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Fill the rest from our kitchen’s list' }).click()
  for (const { name } of allergens) {
    const group = page.getByRole('group', { name: new RegExp(`^${name}`) })
    if (await group.getByRole('radio', { name: 'Not known' }).isChecked())
      await group.getByText('Free from').click()
  }
  await page.getByLabel('How to keep it').fill('Keep cool, dry and shut.')
}
