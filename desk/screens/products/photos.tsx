import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useFieldArray, type UseFieldArrayReturn, useFormContext } from 'react-hook-form'
import { getSmallPhotoUrl } from '../../../domain/photo-names.ts'
import { isDrawing } from '../../../domain/product-gaps.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { showToast } from '../../ui/toasts.tsx'
import type { ProductFormValues } from './product-form.ts'
import {
  maxPhotos,
  UnsavedPhotosWarning,
  type PhotoUpload,
  usePhotoUpload,
} from './photo-upload.tsx'
import buttonStyles from '../../ui/button.module.css'
import fieldStyles from '../../ui/field.module.css'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import editorStyles from './editor.module.css'
import styles from './photos.module.css'

const CropDialog = lazy(async () => ({ default: (await import('./crop-dialog.tsx')).CropDialog }))

/** The photos, and the index of the selected one. */
interface Looked {
  list: UseFieldArrayReturn<ProductFormValues, 'photos'>
  at: number
  lookAt: (at: number) => void
}

/** The photos of a product, the first of which is the main one: they can be added, cropped, sorted and described. */
export function Photos({ id }: { id: string }) {
  const { control } = useFormContext<ProductFormValues>()
  const list = useFieldArray({ control, name: 'photos' })
  const { fields, append } = list
  const [at, setAt] = useState(0)
  const upload = usePhotoUpload(id, fields.length, (src) => {
    append({ src, alt: '' }, { shouldFocus: false })
    setAt(fields.length)
  })
  const { faults, left, isLeft, isOnTheWay } = upload
  const row = useFocusOnceThere(isLeft)
  const looked = { list, at, lookAt: setAt }
  const takeAway = useTakeAway(looked)
  return (
    <section className={editorStyles.section} data-field="photos">
      <h2 className={textStyles.heading}>Photos</h2>
      <div className={styles.photos} ref={row}>
        <Thumbs {...looked} />
        {fields.length < maxPhotos && <Camera {...upload} />}
      </div>
      {faults.map((fault) => (
        <p key={fault} className={fieldStyles.error} role="alert">
          {fault}
        </p>
      ))}
      {isLeft && (
        <Button look="quiet" onClick={() => isOnTheWay || upload.send(left)}>
          Try again
        </Button>
      )}
      <UnsavedPhotosWarning isOnTheWay={isOnTheWay} isLeft={isLeft} />
      {fields[at] && <OnePhoto product={id} {...looked} takeAway={takeAway} />}
    </section>
  )
}

/** Moves the focus to the selected photo once the retry button disappears. */
function useFocusOnceThere(isLeft: boolean) {
  const row = useRef<HTMLDivElement>(null)
  const wasLeft = useRef(isLeft)
  useEffect(() => {
    if (wasLeft.current && !isLeft && document.activeElement === document.body)
      row.current?.querySelector<HTMLElement>('[aria-pressed=true]')?.focus({ preventScroll: true })
    wasLeft.current = isLeft
  }, [isLeft])
  return row
}

function useTakeAway({ list: { remove, insert }, at, lookAt }: Looked) {
  const { getValues } = useFormContext<ProductFormValues>()
  const undos = useRef<(() => void)[]>([])
  // Closes the toasts with Undo when the form is unmounted, because Undo is impossible then.
  useEffect(() => () => undos.current.forEach((close) => close()), [])
  return () => {
    const photo = getValues(`photos.${at}`)
    remove(at)
    lookAt(Math.max(0, at - 1))
    const undo = () => {
      insert(at, photo, { shouldFocus: false })
      lookAt(at)
    }
    undos.current.push(showToast({ text: `Photo ${at + 1} is removed.`, undo }))
  }
}

function Thumbs({ list: { fields, move }, at, lookAt }: Looked) {
  const [dragged, setDragged] = useState<number | null>(null)
  return fields.map((photo, index) => (
    <button
      key={photo.id}
      type="button"
      className={index === 0 ? `${styles.photo} ${styles.first}` : styles.photo}
      aria-label={`Photo ${index + 1}${index === 0 ? ', the main one' : ''}`}
      aria-pressed={index === at}
      draggable
      onClick={() => lookAt(index)}
      onDragStart={() => setDragged(index)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={() => {
        if (dragged !== null) move(dragged, index)
        lookAt(index)
      }}
    >
      <img src={getSmallPhotoUrl(photo.src)} alt="" width={84} height={100} />
    </button>
  ))
}

function Camera({ isOnTheWay, left, send }: PhotoUpload) {
  return (
    <label className={styles.camera}>
      <Icon name="camera" />
      {isOnTheWay ? 'Getting it ready…' : 'Camera or file'}
      <input
        type="file"
        className={layoutStyles.visuallyHidden}
        accept="image/*"
        multiple
        disabled={isOnTheWay}
        onChange={(event) => {
          send([...left, ...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </label>
  )
}

/** Shows the actions for the selected photo, and its description. */
function OnePhoto({
  product,
  takeAway,
  ...looked
}: Looked & { product: string; takeAway: () => void }) {
  const { register } = useFormContext<ProductFormValues>()
  const { list, at, lookAt } = looked
  const { fields, move } = list
  const isMain = at === 0
  // At an end of the list the arrow stays focusable and does nothing, so that the keyboard focus is not lost.
  const go = (to: number) => {
    if (fields[to] === undefined) return
    move(at, to)
    lookAt(to)
  }
  return (
    <>
      <div className={`${buttonStyles.group} ${styles.actions}`}>
        <Crop product={product} {...looked} />
        <Button
          look="quiet"
          aria-label="Move left"
          aria-disabled={isMain}
          onClick={() => go(at - 1)}
        >
          <Icon name="back" small />
        </Button>
        <Button
          look="quiet"
          aria-label="Move right"
          aria-disabled={at === fields.length - 1}
          onClick={() => go(at + 1)}
        >
          <Icon name="on" small />
        </Button>
        <Button look="destroy" onClick={takeAway}>
          Remove
        </Button>
      </div>
      <div data-field={isMain ? 'alt' : undefined}>
        <Field
          key={fields[at]?.id}
          label={isMain ? 'What the main photo shows' : `What photo ${at + 1} shows`}
          maxLength={300}
          hint="Read aloud to people who cannot see it."
          {...register(`photos.${at}.alt`)}
        />
      </div>
    </>
  )
}

/** Button that crops a photo; drawings cannot be cropped. */
function Crop({ product, list: { fields, update }, at }: Looked & { product: string }) {
  const { getValues } = useFormContext<ProductFormValues>()
  const [isOpen, setOpen] = useState(false)
  const photo = fields[at]
  if (photo === undefined || isDrawing(photo.src)) return null
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        <Icon name="crop" small /> Crop
      </Button>
      {isOpen && (
        <Suspense>
          <CropDialog
            product={product}
            address={photo.src}
            onDone={(src) => {
              // `fields` lacks a description that was typed meanwhile.
              update(at, { src, alt: getValues(`photos.${at}.alt`) })
              setOpen(false)
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
