/**
 * The oldest versions of browsers that run the JavaScript of the shop and of the desk. The builds, the check of browser features
 * and docs/browsers.md use this list. The shop's pages are readable in older browsers, and their forms work without JavaScript.
 */
export const supportedBrowsers = { chrome: '107', edge: '107', firefox: '104', safari: '16.4' }

/** The versions in the format of Vite's `build.target`. */
export const buildTargets = Object.entries(supportedBrowsers).map(
  ([name, version]) => `${name}${version}`,
)
