import { HtmlValidate, StaticConfigLoader } from 'html-validate'

/**
 * Reports everything that violates the HTML standard or affects users. Rules about spelling variants of valid HTML are
 * off, because React chooses among them.
 */
const validator = new HtmlValidate(
  new StaticConfigLoader({
    root: true,
    extends: ['html-validate:recommended', 'html-validate:document'],
    elements: ['html5'],
    rules: {
      'attr-case': 'off',
      'attribute-boolean-style': 'off',
      'attribute-empty-style': 'off',
      'no-implicit-button-type': 'off',
      'no-implicit-input-type': 'off',
      'no-inline-style': 'off',
      'require-sri': 'off',
      'tel-non-breaking': 'off',
      'void-style': 'off',
      // A fieldset without a legend only serves to disable its fields, so the rule that requires a legend is off.
      'wcag/h71': 'off',
    },
  }),
)

/** Returns the faults that the HTML validator finds in the HTML that the server sends. */
export async function findHtmlFaults(document: string): Promise<string[]> {
  const { results } = await validator.validateString(document)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} ${selector ?? ''}`),
  )
}
