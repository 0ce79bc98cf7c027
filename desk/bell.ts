/** Kept on the device: whoever switched the bell off hears none. */
const switchName = 'desk-bell-off'

export const isBellOn = (): boolean => localStorage.getItem(switchName) === null

export function setBell(isOn: boolean): void {
  if (isOn) localStorage.removeItem(switchName)
  else localStorage.setItem(switchName, 'true')
}

let speaker: AudioContext | null = null

/** Browsers let a page make a sound once it was touched: the first touch opens the speaker. */
export function listenForTouch(): void {
  addEventListener('pointerdown', () => (speaker ??= new AudioContext()), { once: true })
}

/** Two soft notes, less than half a second, for a new order. Silent while the bell is off or the page was never touched. */
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
