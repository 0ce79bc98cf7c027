import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { useBeforeUnload, useBlocker } from 'react-router'
import { smallPhoto } from '../../../domain/photo-names.ts'
import { isDrawing } from '../../../domain/product-gaps.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { showToast } from '../../ui/toasts.tsx'
import type { Values } from './content.ts'
import { NotStored, openPhoto, storePhoto, wholeOf } from './photo-work.ts'

const CropDialog = lazy(async () => ({ default: (await import('./crop-dialog.tsx')).CropDialog }))
const most = 8

/** The photos, the first of which is the main one: taken, cropped, put in order and said in words. */
export function Photos({ id }: { id: string }) {
  const { control, register, getValues } = useFormContext<Values>()
  const { fields, append, insert, remove, move, update } = useFieldArray({
    control,
    name: 'photos',
  })
  const [at, setAt] = useState(0)
  const [dragged, setDragged] = useState<number | null>(null)
  const [isCropping, setCropping] = useState(false)
  /** What did not reach the shop, and a camera took just now, is nowhere else. */
  const [left, setLeft] = useState<File[]>([])
  const isLeft = left.length > 0
  const wasLeft = useRef(isLeft)
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The button that has brought them is gone.
    if (wasLeft.current && !isLeft && document.activeElement === document.body)
      row.current?.querySelector<HTMLElement>('.thumb--on')?.focus({ preventScroll: true })
    wasLeft.current = isLeft
  }, [isLeft])
  const add = useMutation({
    networkMode: 'always',
    mutationFn: async (files: File[]) => {
      const faults = new Set<string>()
      const again: File[] = []
      for (const file of files.slice(0, most - fields.length)) {
        try {
          const picture = await openPhoto(file)
          const photo = { src: await storePhoto(id, picture, wholeOf(picture)), alt: '' }
          append(photo, { shouldFocus: false })
          setAt(fields.length)
          picture.close()
        } catch (error) {
          faults.add(error instanceof Error ? error.message : String(error))
          if (error instanceof NotStored) again.push(file)
        }
      }
      const over = fields.length + files.length - most
      if (over > 0)
        faults.add(
          `A product has ${most} photos at most: the last ${over === 1 ? 'one is' : `${over} are`} left out.`,
        )
      setLeft(again)
      return [...faults]
    },
  })
  const shown = fields[at]
  const undos = useRef<(() => void)[]>([])
  // Where the form is no longer, nothing can be put back.
  useEffect(() => () => undos.current.forEach((close) => close()), [])
  const takeAway = () => {
    const photo = getValues(`photos.${at}`)
    remove(at)
    setAt(Math.max(0, at - 1))
    const undo = () => {
      insert(at, photo, { shouldFocus: false })
      setAt(at)
    }
    undos.current.push(showToast({ text: `Photo ${at + 1} is removed.`, undo }))
  }
  // At an end an arrow does nothing, and keeps the focus of whoever moved the photo there by keyboard.
  const go = (to: number) => {
    if (fields[to] === undefined) return
    move(at, to)
    setAt(to)
  }
  return (
    <section className="sec" data-field="photos">
      <h2 className="h2">Photos</h2>
      <div className="ph" ref={row}>
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
                add.mutate([...left, ...(event.target.files ?? [])])
                event.target.value = ''
              }}
            />
          </label>
        )}
      </div>
      {add.data?.map((fault) => (
        <p key={fault} className="err" role="alert">
          {fault}
        </p>
      ))}
      {isLeft && (
        <Button look="quiet" onClick={() => add.isPending || add.mutate(left)}>
          Try again
        </Button>
      )}
      <StayForThem isOnTheWay={add.isPending} isLeft={isLeft} />
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
              aria-disabled={at === 0}
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

interface Way {
  isOnTheWay: boolean
  isLeft: boolean
}

/** Whoever leaves the product before its photos are in the shop leaves them behind. */
function StayForThem({ isOnTheWay, isLeft }: Way) {
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
      <p className="mt">Leave now, and they will not be with this product.</p>
      <div className="btns mt2">
        <Button onClick={() => way.reset?.()}>Stay here</Button>
        <Button look="quiet" onClick={() => way.proceed?.()}>
          Leave without them
        </Button>
      </div>
    </Dialog>
  )
}
