import stylelint from 'stylelint'

/** The widths that media and container queries may use. The smallest is that of a phone whose text has twice the usual size. */
const breakpoints = ['17rem', '24rem', '48rem', '60rem', '72rem']
const breakpointRule = 'shop/breakpoints'

/** A stylelint rule: queries of width must use one of the breakpoints, and the form `(width >= 48rem)` or `(width < 48rem)`. */
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
    // Allows lengths inside calc(), which leave space for drawings of a fixed size.
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
      // The desk has a design of its own, so the storefront's colours and sizes do not apply to it.
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
