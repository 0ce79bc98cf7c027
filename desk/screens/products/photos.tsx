import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { smallPhoto } from '../../../domain/photo-names.ts'
import { isDrawing } from '../../../domain/product-gaps.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Values } from './content.ts'
import { openPhoto, storePhoto, wholeOf } from './photo-work.ts'

const CropDialog = lazy(async () => ({ default: (await import('./crop-dialog.tsx')).CropDialog }))
const most = 8

/** The photos, the first of which is the main one: taken, cropped, put in order and said in words. */
export function Photos({ id }: { id: string }) {
  const { control, register, getValues } = useFormContext<Values>()
  const { fields, append, remove, move, update } = useFieldArray({ control, name: 'photos' })
  const [at, setAt] = useState(0)
  const [dragged, setDragged] = useState<number | null>(null)
  const [isCropping, setCropping] = useState(false)
  const add = useMutation({
    networkMode: 'always',
    mutationFn: async (files: File[]) => {
      for (const file of files.slice(0, most - fields.length)) {
        const picture = await openPhoto(file)
        append(
          { src: await storePhoto(id, picture, wholeOf(picture)), alt: '' },
          { shouldFocus: false },
        )
        picture.close()
      }
    },
    onSuccess: () => setAt(fields.length),
  })
  const shown = fields[at]
  const go = (to: number) => {
    move(at, to)
    setAt(to)
  }
  return (
    <section className="sec" data-field="photos">
      <h2 className="h2">Photos</h2>
      <div className="ph">
        {fields.map((photo, index) => (
          <button
            key={photo.id}
            type="button"
            className={`thumb${index === 0 ? ' first' : ''}${index === at ? ' thumb--on' : ''}`}
            aria-label={`Photo ${index + 1}${index === 0 ? ', the main one' : ''}`}
            aria-pressed={index === at}
            draggable
            onClick={() => setAt(index)}
            onDragStart={() => setDragged(index)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={() => {
              if (dragged !== null) move(dragged, index)
              setAt(index)
            }}
          >
            <img src={smallPhoto(photo.src)} alt="" width={84} height={100} />
          </button>
        ))}
        {fields.length < most && (
          <label className="camera">
            <Icon name="camera" />
            {add.isPending ? 'Drawing …' : 'Camera or file'}
            <input
              type="file"
              className="vh"
              accept="image/*"
              multiple
              disabled={add.isPending}
              onChange={(event) => {
                add.mutate([...(event.target.files ?? [])])
                event.target.value = ''
              }}
            />
          </label>
        )}
      </div>
      {add.error && (
        <p className="err" role="alert">
          {add.error.message}
        </p>
      )}
      {shown && (
        <>
          <div className="btns photo-work">
            {!isDrawing(shown.src) && (
              <Button look="quiet" onClick={() => setCropping(true)}>
                <Icon name="crop" small /> Crop
              </Button>
            )}
            <Button
              look="quiet"
              aria-label="Move left"
              disabled={at === 0}
              onClick={() => go(at - 1)}
            >
              <Icon name="back" small />
            </Button>
            <Button
              look="quiet"
              aria-label="Move right"
              disabled={at === fields.length - 1}
              onClick={() => go(at + 1)}
            >
              <Icon name="on" small />
            </Button>
            <Button
              look="destroy"
              onClick={() => {
                remove(at)
                setAt(Math.max(0, at - 1))
              }}
            >
              Remove
            </Button>
          </div>
          <div data-field={at === 0 ? 'alt' : undefined}>
            <Field
              key={shown.id}
              label={at === 0 ? 'What the main photo shows' : `What photo ${at + 1} shows`}
              maxLength={300}
              hint="Read aloud to people who cannot see it."
              {...register(`photos.${at}.alt`)}
            />
          </div>
        </>
      )}
      {isCropping && shown && (
        <Suspense>
          <CropDialog
            product={id}
            address={shown.src}
            onDone={(src) => {
              // What was typed of it meanwhile is not among the fields.
              update(at, { src, alt: getValues(`photos.${at}.alt`) })
              setCropping(false)
            }}
            onClose={() => setCropping(false)}
          />
        </Suspense>
      )}
    </section>
  )
}
