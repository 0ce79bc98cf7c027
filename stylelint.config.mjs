import stylelint from 'stylelint'

/** The smallest one is the width of a phone with text at twice the size. */
const breakpoints = ['17rem', '24rem', '48rem', '60rem', '72rem']
const breakpointRule = 'shop/breakpoints'

/** Allows five widths in queries of windows and containers, all in one form: `(width >= 48rem)`, `(width < 48rem)`. */
const checkBreakpoints = (isOn) => (root, result) => {
  if (!isOn) return
  root.walkAtRules(/^(?:media|container)$/, (atRule) => {
    for (const [query] of atRule.params.matchAll(/\([^()]*width[^()]*\)/g)) {
      const width = /^\(width (?:>=|<) ([\d.]+rem)\)$/.exec(query)?.[1]
      if (breakpoints.includes(width)) continue
      const message = `${query} is not (width >= …) or (width < …) of ${breakpoints.join(', ')} (${breakpointRule})`
      stylelint.utils.report({ result, ruleName: breakpointRule, message, node: atRule })
    }
  })
}

const tokensOnly = 'from tokens.css, or in em'

export default {
  plugins: [stylelint.createPlugin(breakpointRule, checkBreakpoints)],
  rules: {
    [breakpointRule]: true,
    'block-no-empty': true,
    'color-named': 'never',
    'color-no-hex': true,
    'declaration-block-no-duplicate-properties': true,
    'declaration-block-no-shorthand-property-overrides': true,
    'declaration-property-value-allowed-list': [
      {
        'font-size': ['inherit', /^[\d.]+em$/, /^(?:var|min|clamp)\(.*--t-/],
        font: ['inherit', /^\d00 (?:[\d.]+em|(?:var|min|clamp)\(.*--t-.*\)) ?\/.*var\(--f-\w+\)$/],
      },
      { message: `Sizes of type come ${tokensOnly}` },
    ],
    // Sizes within calc() are those of a drawing that needs the space.
    'declaration-property-value-disallowed-list': [
      {
        '/^(?:margin|padding|gap|row-gap|column-gap)/': [
          /^(?!.*calc\().*\d(?:rem|vw|vh)\b/,
          /(?:^|\s)-?(?:[5-9]|\d\d)[\d.]*px(?:\s|$)/,
        ],
      },
      { message: `Space comes ${tokensOnly}, or is a line of at most 4px` },
    ],
    'function-disallowed-list': [/^(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?$/],
    'no-duplicate-selectors': true,
    'property-no-unknown': [true, { ignoreProperties: ['composes'] }],
    'unit-no-unknown': true,
  },
  overrides: [
    {
      // The desk is a tool with a design of its own, so the sizes of pages do not apply.
      files: ['desk/**/*.css'],
      rules: {
        'color-no-hex': null,
        'declaration-property-value-allowed-list': null,
        'declaration-property-value-disallowed-list': null,
        'function-disallowed-list': null,
        'no-duplicate-selectors': null,
      },
    },
    {
      files: ['**/tokens.css'],
      rules: { 'color-no-hex': null, 'function-disallowed-list': null },
    },
  ],
}
