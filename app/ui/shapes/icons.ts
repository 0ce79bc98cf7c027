/** Path data of the line icons: 24 x 24, stroke 2.6 in the current colour, round ends, no fill. */
export const iconPaths = {
  search: 'M3.5 10a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0ZM15 15l6 6',
  bag: 'M4 8h16l1 13H3ZM8 11V7a4 4 0 0 1 8 0v4',
  menu: 'M3 7q2.3-4 4.5 0t4.5 0t4.5 0t4.5 0M3 13q2.3-4 4.5 0t4.5 0t4.5 0t4.5 0M3 19q2.3-4 4.5 0t4.5 0t4.5 0t4.5 0',
  close: 'M5 5l14 14M19 5L5 19',
  user: 'M7.4 7.6a4.6 4.6 0 1 0 9.2 0a4.6 4.6 0 1 0-9.2 0ZM3.5 21.5c.8-5 4-7.5 8.5-7.5s7.7 2.5 8.5 7.5',
  camera: 'M3 7h4l2-3h6l2 3h4v13H3ZM8 13a4 4 0 1 0 8 0a4 4 0 1 0-8 0Z',
  photos:
    'M8 3h8a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5ZM8 12a4 4 0 1 0 8 0a4 4 0 1 0-8 0ZM17 7h.01',
  network: 'M17 3h-1a4 4 0 0 0-4 4v15M8 12h8',
  videos: 'M13 3v13a4 4 0 1 1-4-4M13 3q.5 5 6 6',
  play: 'M10 6l8 6-8 6Z',
  pause: 'M8 5v14M16 5v14',
  zoom: 'M14 4h6v6M10 20H4v-6M20 4l-7 7M4 20l7-7',
  plus: 'M12 4v16M4 12h16',
  minus: 'M4 12h16',
} as const

export type IconName = keyof typeof iconPaths

/** The double arrowhead after a button's text: 24 x 24, stroke 4, no fill. */
export const arrowPath = 'M3 3l9 9-9 9M11 3l9 9-9 9'
