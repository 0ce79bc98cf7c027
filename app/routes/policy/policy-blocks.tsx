import type { PolicyBlock } from '../../content/policies/policy.ts'
import { RichWords } from '../../ui/rich-words.tsx'
import styles from './policy-blocks.module.css'

/** Paragraphs, lists, tables and forms of a section. */
export function PolicyBlocks({ blocks }: { blocks: readonly PolicyBlock[] }) {
  return blocks.map((block, index) => <Block key={index} block={block} />)
}

function Block({ block }: { block: PolicyBlock }) {
  if (typeof block === 'string')
    return (
      <p className={styles.text}>
        <RichWords text={block} />
      </p>
    )
  if ('list' in block)
    return (
      <ul className={styles.list}>
        {block.list.map((item) => (
          <li key={item}>
            <RichWords text={item} />
          </li>
        ))}
      </ul>
    )
  return 'table' in block ? <BlockTable {...block.table} /> : <BlockForm {...block.form} />
}

type TableWords = Extract<PolicyBlock, { table: unknown }>['table']

/** On phones every cell stands under the heading of its column. */
function BlockTable({ caption, head, rows }: TableWords) {
  return (
    <table className={styles.table}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {head.map((cell) => (
            <th key={cell} scope="col">
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first = '', ...others]) => (
          <tr key={first}>
            <th scope="row">
              <RichWords text={first} />
            </th>
            {others.map((cell, column) => (
              <td key={column} data-label={head[column + 1]}>
                <RichWords text={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type FormWords = Extract<PolicyBlock, { form: unknown }>['form']

function BlockForm({ title, lines }: FormWords) {
  return (
    <section className={styles.form} aria-label={title}>
      <h3>{title}</h3>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </section>
  )
}
