import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PhotoNotStoredError, loadPhotoFile, storePhoto, getWholeArea } from './photo-work.ts'
import buttonStyles from '../../ui/button.module.css'
import layoutStyles from '../../ui/layout.module.css'

export const maxPhotos = 8

export type PhotoUpload = ReturnType<typeof usePhotoUpload>

/** Uploads photos of a product, which already has `count` photos. */
export function usePhotoUpload(product: string, count: number, onStored: (src: string) => void) {
  /** Files whose upload failed, kept for a retry: a photo that was just taken exists nowhere else. */
  const [left, setLeft] = useState<File[]>([])
  const { mutate, isPending, data } = useMutation({
    networkMode: 'always',
    mutationFn: async (files: File[]) => {
      const faults = new Set<string>()
      const again: File[] = []
      for (const file of files.slice(0, maxPhotos - count)) {
        try {
          const picture = await loadPhotoFile(file)
          onStored(await storePhoto(product, picture, getWholeArea(picture)))
        } catch (error) {
          faults.add(error instanceof Error ? error.message : String(error))
          if (error instanceof PhotoNotStoredError) again.push(file)
        }
      }
      const over = count + files.length - maxPhotos
      if (over > 0) faults.add(tooMany(over))
      setLeft(again)
      return [...faults]
    },
  })
  return { send: mutate, isOnTheWay: isPending, faults: data ?? [], left, isLeft: left.length > 0 }
}

const tooMany = (over: number) =>
  `A product has ${maxPhotos} photos at most: the last ${over === 1 ? 'one is' : `${over} are`} left out.`

/** Blocks navigation while photos are not uploaded, because they would be lost. */
export function UnsavedPhotosWarning({
  isOnTheWay,
  isLeft,
}: Pick<PhotoUpload, 'isOnTheWay' | 'isLeft'>) {
  const isHeld = isOnTheWay || isLeft
  useBeforeUnload((event) => isHeld && event.preventDefault())
  const way = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isHeld && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!isHeld) way.reset?.()
  }, [isHeld, way])
  return (
    <Dialog
      title={isOnTheWay ? 'Photos are on their way' : 'Photos did not reach the shop'}
      isOpen={way.state === 'blocked'}
      onClose={() => way.reset?.()}
    >
      <p className={layoutStyles.spaceAbove}>Leave now and this product won’t have them.</p>
      <div className={`${buttonStyles.group} ${layoutStyles.spaceAboveLarge}`}>
        <Button onClick={() => way.reset?.()}>Stay here</Button>
        <Button look="quiet" onClick={() => way.proceed?.()}>
          Leave without them
        </Button>
      </div>
    </Dialog>
  )
}
