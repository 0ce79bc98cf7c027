/**
 * The oldest versions of browsers that run the code of the shop and of the desk. Builds, the check of browser features
 * and docs/browsers.md go by it; older browsers get pages to read, and forms that work without JavaScript.
 */
export const supportedBrowsers = { chrome: '107', edge: '107', firefox: '104', safari: '16.4' }

/** As `build.target` of Vite has them. */
export const buildTargets = Object.entries(supportedBrowsers).map(
  ([name, version]) => `${name}${version}`,
)
