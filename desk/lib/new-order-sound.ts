import { device } from './storage.ts'

/** Kept on the device: whoever switched the bell off hears none. */
const switchName = 'desk-bell-off'

export const isBellOn = (): boolean => device.getItem(switchName) === null

export function setBell(isOn: boolean): void {
  if (isOn) device.removeItem(switchName)
  else device.setItem(switchName, 'true')
}

let speaker: AudioContext | null = null

/** ms: the press is answered, and the browser still takes what is done for a part of it. */
const afterPress = 500

/** Browsers let a page make a sound once it was pressed: the first press opens the speaker, which no press waits for. */
export function listenForPress(): void {
  const open = () => setTimeout(() => (speaker ??= new AudioContext()), afterPress)
  addEventListener('click', open, { once: true })
}

/** Two soft notes, less than half a second, for a new order. Silent while the bell is off or the page was never pressed. */
export function ring(): void {
  if (!isBellOn() || speaker === null) return
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
