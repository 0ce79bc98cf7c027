import styles from './icon.module.css'

/** Path data of the desk's line icons: 24 x 24, stroke 2.4 in the current colour, round ends, no fill. */
const paths = {
  today: 'M5 3h14v16l-2.3 2-2.4-2-2.3 2-2.3-2-2.4 2L5 19ZM9 8h6M9 12h6',
  box: 'M3 8l9-5 9 5v9l-9 5-9-5ZM3 8l9 5 9-5M12 13v9',
  jar: 'M7 3h10v4H7ZM6 9q0-2 2-2h8q2 0 2 2v10q0 2-2 2H8q-2 0-2-2ZM6 12h12v5H6',
  chat: 'M3 4h18v12h-9l-6 5v-5H3ZM8 10h8',
  calendar: 'M4 5h16v16H4ZM4 10h16M8 2v5M16 2v5',
  person: 'M7.6 7.6a4.4 4.4 0 1 0 8.8 0a4.4 4.4 0 1 0-8.8 0ZM3.5 21c.8-4.8 4-7 8.5-7s7.7 2.2 8.5 7',
  pound: 'M16 7a4 4 0 0 0-7.5 2c0 3 1 4 1 6.5S8 20 7 20h10M6 13h7',
  ticket: 'M3 6h18v4q-4 2 0 4v4H3v-4q4-2 0-4ZM14 6v2M14 11v2M14 16v2',
  key: 'M3.5 15a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0ZM11.5 12L20 3.5M16 8l3 3',
  search: 'M3.5 10a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0ZM15 15l6 6',
  more: 'M3.500 12a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0ZM10.500 12a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0ZM17.500 12a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0Z',
  plus: 'M12 4v16M4 12h16',
  minus: 'M4 12h16',
  close: 'M5 5l14 14M19 5L5 19',
  tick: 'M4 13l5 5L20 6',
  back: 'M15 4l-8 8 8 8',
  on: 'M8 4l8 8-8 8',
  up: 'M4 16l8-8 8 8',
  down: 'M4 8l8 8 8-8',
  camera: 'M3 7h4l2-3h6l2 3h4v13H3ZM8 13a4 4 0 1 0 8 0a4 4 0 1 0-8 0Z',
  crop: 'M7 2v15h15M2 7h15v15',
  warning: 'M12 3L22 20H2ZM12 10v4M12 17v.2',
  phone: 'M5 3h4l2 6-3 2q2 4 5 5l2-3 6 2v4q0 2-2 2C10 21 3 12 3 5q0-2 2-2Z',
  save: 'M12 3v12M6 10l6 6 6-6M4 21h16',
  print: 'M7 9V3h10v6M7 17H3V9h18v8h-4M7 14h10v7H7Z',
  mail: 'M3 5h18v14H3ZM3 6l9 7 9-7',
  note: 'M4 3h16v12l-6 6H4ZM20 15h-6v6',
  scan: 'M3 8V3h5M16 3h5v5M21 16v5h-5M8 21H3v-5M7 8v8M11 8v8M14 8v8M17 8v8',
  undo: 'M9 4L4 9l5 5M4 9h10a6 6 0 0 1 0 12h-3',
  keys: 'M3 6h18v12H3ZM7 10h.1M11 10h.1M15 10h.1M8 14h8',
  lock: 'M5 11h14v10H5ZM8 11V7a4 4 0 0 1 8 0v4',
  offline: 'M2 9q10-8 20 0M6 13q6-5 12 0M10 17q2-1.5 4 0M3 3l18 18',
  card: 'M2 5h20v14H2ZM2 10h20M6 15h4',
  low: 'M4 4v16h16M8 10l4 5 3-3 5 5',
  speaker: 'M3 10v4h4l9 5V5L7 10ZM19 9v6',
} as const

export type IconName = keyof typeof paths

export function Icon({ name, small = false }: { name: IconName; small?: boolean }) {
  return (
    <svg
      className={small ? `${styles.icon} ${styles.small}` : styles.icon}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  )
}
