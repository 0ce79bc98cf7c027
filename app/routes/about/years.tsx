import { about as words, type Year, years } from '../../content/about.ts'
import { Icon } from '../../ui/icon.tsx'
import about from './about.module.css'
import { YearPrint } from './year-print.tsx'
import styles from './years.module.css'

/** Ten years as ten pictures; each opens large. */
export function Years() {
  return (
    <section className="section" aria-labelledby="side-a">
      <div className="wrap">
        <div className="spread heading">
          <h2 className="h2" id="side-a">
            <span className={about.side}>Side A</span> {words.sideA}
          </h2>
          <p>{words.sideAText}</p>
        </div>
        <ol className={styles.list}>
          {years.map((year) => (
            <li key={year.year}>
              <YearTrack {...year} />
            </li>
          ))}
        </ol>
        {years.map((year) => (
          <YearPrint key={year.year} {...year} />
        ))}
      </div>
    </section>
  )
}

function YearTrack({ year, title, text, alt }: Year) {
  const print = `year-${year}`
  const open = () => {
    const dialog = document.getElementById(print)
    if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal()
  }
  return (
    <>
      <button
        className={styles.picture}
        type="button"
        aria-label={String(year)}
        aria-haspopup="dialog"
        onClick={open}
        // Browsers that know these open the dialog without a script.
        {...{ command: 'show-modal', commandfor: print }}
      >
        <span className={styles.paper}>
          <img
            src={`/generated/art/year-${year}.svg`}
            alt={alt}
            width={300}
            height={300}
            loading="lazy"
            decoding="async"
          />
          <span className={styles.zoom}>
            <Icon name="zoom" />
          </span>
        </span>
      </button>
      <p className={styles.year}>{year}</p>
      <h3>{title}</h3>
      <p className={styles.text}>{text}</p>
    </>
  )
}
