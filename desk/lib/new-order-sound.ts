import { localStore } from './storage.ts'

/** The storage key that switches the sound off. */
const switchName = 'desk-bell-off'

export const isSoundEnabled = (): boolean => localStore.getItem(switchName) === null

export function setSoundEnabled(isOn: boolean): void {
  if (isOn) localStore.removeItem(switchName)
  else localStore.setItem(switchName, 'true')
}

let speaker: AudioContext | null = null

/**
 * Delay in ms: long enough for the press to be handled first, short enough for the browser to count the sound as part of the press.
 */
const afterPress = 500

/**
 * Opens the audio context after the first press, because browsers allow sound only then. The handling of the press does not wait
 * for it.
 */
export function openAudioAfterPress(): void {
  const open = () => setTimeout(() => (speaker ??= new AudioContext()), afterPress)
  addEventListener('click', open, { once: true })
}

/**
 * Plays two soft notes for a new order, together less than half a second. Does nothing while the sound is off, or before the first
 * press.
 */
export function playNewOrderSound(): void {
  if (!isSoundEnabled() || speaker === null) return
  const { currentTime: now, destination } = speaker
  for (const [at, pitch] of [784, 1047].entries()) {
    const note = speaker.createOscillator()
    const volume = speaker.createGain()
    const from = now + at * 0.16
    note.frequency.value = pitch
    volume.gain.setValueAtTime(0, from)
    volume.gain.linearRampToValueAtTime(0.05, from + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.001, from + 0.25)
    note.connect(volume).connect(destination)
    note.start(from)
    note.stop(from + 0.26)
  }
}
