import { HtmlValidate, StaticConfigLoader } from 'html-validate'

/** Checks everything that violates the standard or affects users; the spelling of valid HTML is up to the framework. */
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
      // A fieldset without a legend only serves to disable its fields.
      'wcag/h71': 'off',
    },
  }),
)

/** Returns the faults that the HTML validator finds in a document as the server sends it. */
export async function faultsOf(document: string): Promise<string[]> {
  const { results } = await validator.validateString(document)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} ${selector ?? ''}`),
  )
}
