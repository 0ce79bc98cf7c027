import type { Faq } from '../../content/faqs.ts'
import { RichWords } from '../../ui/rich-words.tsx'
import styles from './question.module.css'

/**
 * Browsers close the others of the same name by themselves. A long answer scrolls; every answer holds a link, by
 * which a keyboard gets into it.
 */
export function Question({ faq: { id, question, answer } }: { faq: Faq }) {
  return (
    <details className={styles.question} name="faq" id={id}>
      <summary>
        <h2 id={`${id}-question`}>{question}</h2>
      </summary>
      <section className={styles.answer} aria-labelledby={`${id}-question`}>
        {answer.map((paragraph) => (
          <p key={paragraph}>
            <RichWords text={paragraph} />
          </p>
        ))}
      </section>
    </details>
  )
}
