import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import ReactCrop, { type PercentCrop } from 'react-image-crop'
import 'react-image-crop/dist/ReactCrop.css'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { fetchPhoto, storePhoto } from './photo-work.ts'
import buttonStyles from '../../ui/button.module.css'
import fieldStyles from '../../ui/field.module.css'
import layoutStyles from '../../ui/layout.module.css'
import styles from './photos.module.css'

interface CropDialogProps {
  product: string
  address: string
  onDone: (address: string) => void
  onClose: () => void
}

/**
 * Dialog that crops a photo by dragging, or with the arrow keys. The original file is kept, because older versions of the product
 * show it.
 */
export function CropDialog({ product, address, onDone, onClose }: CropDialogProps) {
  const [crop, setCrop] = useState<PercentCrop>({ unit: '%', x: 10, y: 10, width: 80, height: 80 })
  const cut = useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      const whole = await fetchPhoto(address)
      const area = {
        x: (crop.x / 100) * whole.width,
        y: (crop.y / 100) * whole.height,
        width: (crop.width / 100) * whole.width,
        height: (crop.height / 100) * whole.height,
      }
      return storePhoto(product, whole, area)
    },
    onSuccess: onDone,
  })
  return (
    <Dialog title="Crop" isOpen onClose={onClose}>
      <div className={`${layoutStyles.spaceAbove} ${styles.cropping}`}>
        <ReactCrop
          crop={crop}
          minWidth={40}
          minHeight={40}
          keepSelection
          onChange={(_, next) => setCrop(next)}
        >
          <img src={address} alt="All that was taken" />
        </ReactCrop>
      </div>
      {cut.error && (
        <p className={fieldStyles.error} role="alert">
          {cut.error.message}
        </p>
      )}
      <div className={`${buttonStyles.group} ${layoutStyles.spaceAboveLarge}`}>
        <Button disabled={cut.isPending} onClick={() => cut.mutate()}>
          Crop it
        </Button>
        <Button look="quiet" onClick={onClose}>
          Leave it
        </Button>
      </div>
    </Dialog>
  )
}
