import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill'
import { useEffect, useRef, useState } from 'react'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import fieldStyles from '../../ui/field.module.css'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './scanner.module.css'

interface BarcodeScannerProps {
  title: string
  found: (text: string) => void
  close: () => void
  /** Called when the user wants to type the number instead. */
  type: () => void
}

/** Messages for the user when the camera gives no picture, by the name of the browser's error. */
const faults: Record<string, string> = {
  NotFoundError: 'This device has no camera.',
  NotAllowedError: 'This page may not use the camera. Allow it in the browser’s settings.',
  NotReadableError: 'The camera isn’t responding. Something else may be using it.',
}
const otherFault = 'The camera couldn’t read that.'

/**
 * The time in ms between two attempts to read a barcode: long enough to keep the phone cool, short enough to read a label at once.
 */
const pause = 200
/** After this many ms without a result, the user is offered to type the number. */
const patience = 8000

// Loads the WebAssembly file from the desk's own server, because the page may not load code from other origins.
prepareZXingModule({ overrides: { locateFile: () => wasm } })

/** Reads a barcode with the camera, and passes it to `found`. */
export function BarcodeScanner({ title, found, close, type }: BarcodeScannerProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [isLong, setLong] = useState(false)
  const tell = useRef(found)
  useEffect(() => {
    tell.current = found
  })
  useEffect(() => {
    let camera: MediaStream | null = null
    let timer = 0
    let isOver = false
    const late = setTimeout(() => setLong(true), patience)
    const look = async (detector: BarcodeDetector, picture: HTMLVideoElement) => {
      const [code] = await detector.detect(picture)
      if (isOver) return
      if (code) tell.current(code.rawValue)
      else timer = window.setTimeout(() => void look(detector, picture).catch(fail), pause)
    }
    const fail = (error: unknown) => {
      setFault((error instanceof Error && faults[error.name]) || otherFault)
    }
    const open = async () => {
      camera = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      const picture = video.current
      if (isOver || picture === null) return camera.getTracks().forEach((track) => track.stop())
      picture.srcObject = camera
      await picture.play()
      await look(
        new BarcodeDetector({
          formats: ['code_128', 'data_matrix', 'qr_code', 'code_39', 'itf', 'ean_13'],
        }),
        picture,
      )
    }
    void open().catch(fail)
    return () => {
      isOver = true
      clearTimeout(timer)
      clearTimeout(late)
      camera?.getTracks().forEach((track) => track.stop())
    }
  }, [])
  return (
    <Dialog title={title} isOpen onClose={close}>
      {fault === null ? (
        <>
          <video
            ref={video}
            className={`${styles.scanner} ${layoutStyles.spaceAbove}`}
            muted
            playsInline
          />
          <output className={`${textStyles.detail} ${layoutStyles.spaceAbove}`}>
            {isLong ? 'Nothing read yet.' : 'Hold the label’s barcode in front of the camera.'}
          </output>
        </>
      ) : (
        <p className={`${fieldStyles.error} ${layoutStyles.spaceAbove}`} role="alert">
          {fault}
        </p>
      )}
      <p className={layoutStyles.spaceAboveLarge}>
        <Button look="quiet" isWide onClick={type}>
          Type it instead
        </Button>
      </p>
    </Dialog>
  )
}
