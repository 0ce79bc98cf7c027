import { data } from 'react-router'
import { policies } from '../../content/policies/policies.ts'
import type { PolicyBlock } from '../../content/policies/policy.ts'
import { shopContext } from '../../core/context.ts'
import { listDeliveryMethods } from '../../features/catalogue/queries.server.ts'
import { FormattedText } from '../../ui/formatted-text.tsx'
import { Squiggle } from '../../ui/squiggle.tsx'
import { readOrThrow503, createPageHead } from '../head.server.ts'
import type { Route } from './+types/policy.ts'
import styles from './policy.module.css'

/** Policies are server data, so that they add nothing to the scripts. */
export async function loader(args: Route.LoaderArgs) {
  const written = policies[`/${args.pattern}`]
  if (written === undefined) throw data(null, { status: 404 })
  const head = createPageHead(args)
  if (typeof written !== 'function') return { head, policy: written }
  const shop = args.context.get(shopContext)
  const methods = await readOrThrow503(shop, () => shop.readRows('delivery', listDeliveryMethods))
  return { head, policy: written(methods) }
}

export { meta } from '../head.ts'

/** One column of 65 characters without patterns; the contents are beside the text on wide screens. */
export default function PolicyPage({ loaderData }: Route.ComponentProps) {
  const { title, updated, lead, short, sections } = loaderData.policy
  return (
    <article className={`wrap ${styles.page}`}>
      <header className={styles.head}>
        <h1 className="h1">{title}</h1>
        <Squiggle />
        <p className={styles.updated}>Last updated {updated}</p>
        <p className="lead">{lead}</p>
      </header>
      <nav className={styles.contents} aria-labelledby="contents">
        <h2 id="contents">Contents</h2>
        <ol>
          {sections.map(({ id, title: name }) => (
            <li key={id}>
              <a href={`#${id}`}>{name}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className={styles.words}>
        <section className={`sheet tint-butter ${styles.short}`} aria-labelledby="in-short">
          <h2 id="in-short">In short</h2>
          <List className="bullets" items={short} />
        </section>
        {sections.map((section, index) => (
          <section key={section.id} className={styles.section} aria-labelledby={section.id}>
            <h2 id={section.id} tabIndex={-1}>
              <span>{index + 1}.</span> {section.title}
            </h2>
            {section.blocks.map((block, place) => (
              <Block key={place} block={block} />
            ))}
          </section>
        ))}
      </div>
    </article>
  )
}

function List({ items, className }: { items: readonly string[]; className?: string | undefined }) {
  return (
    <ul className={className}>
      {items.map((item) => (
        <li key={item}>
          <FormattedText text={item} />
        </li>
      ))}
    </ul>
  )
}

function Block({ block }: { block: PolicyBlock }) {
  if (typeof block === 'string')
    return (
      <p className={styles.text}>
        <FormattedText text={block} />
      </p>
    )
  if ('list' in block) return <List className={styles.list} items={block.list} />
  if ('table' in block) return <BlockTable {...block.table} />
  const { title, lines } = block.form
  return (
    <section className={styles.form} aria-label={title}>
      <h3>{title}</h3>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </section>
  )
}

type TableWords = Extract<PolicyBlock, { table: unknown }>['table']

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
              <FormattedText text={first} />
            </th>
            {others.map((cell, column) => (
              <td key={column} data-label={head[column + 1]}>
                <FormattedText text={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
