import { StorageApiError } from '@supabase/supabase-js'
import { getPhotoFault } from '../../../domain/photo-file.ts'
import { photoWidths } from '../../../domain/photo-names.ts'
import { client } from '../../data/client.ts'
import { NoAnswerError } from '../../lib/errors.ts'

type Picture = ImageBitmap | HTMLImageElement

/** A part of a photo, in pixels of the photo. */
export interface CropArea {
  x: number
  y: number
  width: number
  height: number
}

/**
 * The width in px of photos for emails, which show them 72 px wide on screens of up to three times the density. It is small,
 * because PNG files of photos are large.
 */
const mailWidth = 216
const quality = 0.82

/** Thrown when the upload failed although the photo is valid, so that it can be retried. */
export class PhotoNotStoredError extends Error {}

/** @throws Error with what is wrong with the file, for people */
export async function loadPhotoFile(file: File): Promise<HTMLImageElement> {
  const head = new Uint8Array(await file.slice(0, 65_536).arrayBuffer())
  const fault = getPhotoFault(file.name, head, file.size)
  if (fault !== null) throw new Error(fault)
  const picture = new Image()
  picture.src = URL.createObjectURL(file)
  try {
    // Drawn the right way up in all supported browsers; createImageBitmap's option for it is newer.
    await picture.decode()
    return picture
  } catch (error) {
    throw new Error(
      `${file.name} cannot be opened. It may be broken, or of a kind this browser does not know.`,
      {
        cause: error,
      },
    )
  } finally {
    URL.revokeObjectURL(picture.src)
  }
}

/** Loads the bitmap of a photo that is stored already. */
export async function fetchPhoto(address: string): Promise<ImageBitmap> {
  const answer = await fetch(address)
  const isPhoto = answer.headers.get('content-type')?.startsWith('image/') ?? false
  if (!answer.ok || !isPhoto) throw new Error('The photo did not load. Please try again.')
  return createImageBitmap(await answer.blob())
}

/**
 * Draws a photo in every size and stores the files, with a PNG for emails; returns its address. Drawing removes all metadata
 * of the camera, such as the location.
 * @throws PhotoNotStoredError, with a message for the screen
 */
export async function storePhoto(
  product: string,
  picture: Picture,
  area: CropArea,
): Promise<string> {
  const start = `${product}/${crypto.randomUUID()}`
  const drawn = await Promise.all(
    photoWidths.map((width) => draw(picture, area, width, 'image/webp')),
  )
  // A browser that cannot encode WebP returns PNG, which is too heavy for photos.
  const isModern = drawn.every(({ type }) => type === 'image/webp')
  const files = isModern
    ? drawn
    : await Promise.all(photoWidths.map((width) => draw(picture, area, width, 'image/jpeg')))
  const ending = isModern ? 'webp' : 'jpg'
  await put(`${start}-mail.png`, await draw(picture, area, mailWidth, 'image/png'))
  let address = ''
  for (const [index, width] of photoWidths.entries()) {
    const file = files[index]
    if (file !== undefined) address = await put(`${start}-${width}.${ending}`, file)
  }
  return address
}

async function put(path: string, file: Blob): Promise<string> {
  const bucket = client.storage.from('products')
  const { error } = await bucket.upload(path, file, {
    contentType: file.type,
    cacheControl: '31536000',
  })
  if (error instanceof StorageApiError)
    throw new PhotoNotStoredError(`The photo was not stored: ${error.message}`)
  if (error) throw new PhotoNotStoredError(new NoAnswerError(error).message, { cause: error })
  return bucket.getPublicUrl(path).data.publicUrl.replace(location.origin, '')
}

function draw(picture: Picture, area: CropArea, most: number, type: string): Promise<Blob> {
  const width = Math.max(1, Math.round(Math.min(most, area.width)))
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = Math.max(1, Math.round((width / area.width) * area.height))
  const pen = canvas.getContext('2d')
  if (pen === null) throw new Error('This browser can’t handle photos.')
  pen.imageSmoothingQuality = 'high'
  // Transparent parts would be black in a JPEG.
  if (type === 'image/jpeg') {
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, canvas.width, canvas.height)
  }
  pen.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) =>
        blob === null ? reject(new Error('The photo couldn’t be got ready.')) : resolve(blob),
      type,
      quality,
    ),
  )
}

export const getWholeArea = ({ width, height }: Picture): CropArea => ({
  x: 0,
  y: 0,
  width,
  height,
})
