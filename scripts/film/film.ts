import type { Drawing } from '../../app/art/inline.ts'
import { address } from './shots/address.ts'
import { assembly } from './shots/assembly.ts'
import { party } from './shots/party.ts'
import { planner } from './shots/planner.ts'
import { shake } from './shots/shake.ts'
import { frame, type Shot, type Type } from './stage.ts'

/** The promo video: five shots, one after the other. */
export interface Film {
  seconds: number
  /** The picture at a time in seconds, as an SVG file. */
  pictureAt(time: number): string
  /** Its captions as WebVTT. */
  captions: string
}

export function tacoFilm(sign: Drawing, newType: () => Type): Film {
  const shots = withStarts([planner, shake, assembly, party, address(sign)])
  return {
    seconds: shots.reduce((sum, { shot }) => sum + shot.seconds, 0),
    pictureAt(time) {
      const { shot, start } = shots.findLast(({ start }) => time >= start) ?? shots[0]
      const type = newType()
      const body = shot.draw(time - start, type)
      return frame(body, type.reading.definitions())
    },
    captions: webVtt(shots),
  }
}

type Placed = { shot: Shot; start: number }

function withStarts([first, ...rest]: readonly [Shot, ...Shot[]]): [Placed, ...Placed[]] {
  const placed: [Placed, ...Placed[]] = [{ shot: first, start: 0 }]
  let start = first.seconds
  for (const shot of rest) {
    placed.push({ shot, start })
    start += shot.seconds
  }
  return placed
}

function webVtt(shots: readonly Placed[]): string {
  const cues = shots.flatMap(({ shot, start }) =>
    shot.captions.map(
      ({ from, to, words }) => `${clock(start + from)} --> ${clock(start + to)}\n${words}\n`,
    ),
  )
  return `WEBVTT\n\n${cues.join('\n')}`
}

function clock(seconds: number): string {
  return `00:00:${seconds.toFixed(3).padStart(6, '0')}`
}
