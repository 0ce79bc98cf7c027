/** The folders that tests may import; tools may only import the public modules of packages. */
const wholeShop = [
  'app',
  'art',
  'commands',
  'domain',
  'mail',
  'packages',
  'sandbox',
  'server',
  'supabase',
]
/** The modules of packages that other folders may import. Modules in subfolders of embedded-supabase are internal. */
const packages = ['packages/embedded-supabase/src/[^/]+$', 'packages/payment-sandbox']
/**
 * The folders from which each folder may import, by a pattern of its path. Any folder may also import from itself and from
 * libraries; all other imports fail the check.
 */
const rooms = {
  '^domain/': [],
  '^app/core/': ['domain'],
  '^app/ui/': ['app/core', 'domain'],
  '^app/content/': ['app/core', 'app/ui', 'domain'],
  '^app/[^/]+$': ['app', 'domain'],
  '^desk/lib/': ['app/features/browser/key-value-store', 'domain'],
  '^desk/ui/': ['desk/lib', 'domain'],
  '^desk/data/': ['desk/lib', 'desk/ui', 'domain'],
  '^desk/features/': ['desk/(?:data|lib|ui)', 'domain', 'mail/emails'],
  '^desk/app/': ['desk', 'domain'],
  '^desk/[^/]+$': [
    'app/features/browser/(?:renew-files|translated-text)',
    'desk',
    'domain',
    'vite-plugins',
  ],
  '^art/': ['app/content', 'app/core', 'app/ui/shapes', 'domain', 'supabase/seed'],
  '^mail/': ['domain', 'supabase/client'],
  '^packages/embedded-supabase/': [],
  '^packages/payment-sandbox/': [],
  '^sandbox/': ['packages/payment-sandbox'],
  '^server/': [
    'app/core/context',
    'app/entry\\.server',
    'domain',
    'mail',
    ...packages,
    'sandbox',
    'supabase',
  ],
  '^supabase/functions/': ['domain', 'supabase/client'],
  '^supabase/[^/]+$': [],
  '^supabase/seed/': ['domain'],
  '^commands/': ['art', 'domain', 'mail', ...packages, 'server', 'supabase'],
  '^tools/': [...wholeShop.filter((folder) => folder !== 'packages'), ...packages, 'tests/'],
  '^tests/': [...wholeShop, 'tools'],
  '^[^/]+$': ['domain', 'tests/security/abuse-'],
}
/** The features in app/features from which each feature may import. There must be no cycles. */
const features = {
  browser: [],
  seo: [],
  scenes: [],
  testimonials: [],
  'backend-client': ['browser'],
  prompts: ['browser', 'cart'],
  search: ['avoid', 'backend-client', 'browser'],
  places: ['catalogue', 'seo'],
  account: ['backend-client', 'browser'],
  avoid: ['backend-client', 'browser'],
  cart: ['account', 'avoid', 'backend-client', 'browser'],
  catalogue: ['avoid', 'cart'],
  recipes: ['catalogue'],
  words: ['catalogue'],
  orders: ['account', 'browser'],
  enquiries: ['account', 'backend-client', 'browser'],
  newsletter: ['account', 'backend-client', 'browser'],
  'guest-email': ['account', 'backend-client', 'browser', 'cart', 'prompts'],
  shell: ['account', 'avoid', 'backend-client', 'browser', 'cart', 'guest-email', 'prompts'],
}
const ofEveryFeature = ['app/core', 'app/content', 'app/ui', 'domain']
for (const [name, uses] of Object.entries(features))
  rooms[`^app/features/${name}/`] = [
    ...ofEveryFeature,
    ...uses.map((use) => `app/features/${use}/`),
  ]

const libraries = ['^node_modules/', '^\\.react-router/', '\\.css$']

const allowed = Object.entries(rooms).map(([from, to]) => ({
  from: { path: from },
  to: { path: [from, ...libraries, ...to.map((folder) => `^${folder}`)] },
}))

export default {
  allowed: [
    ...allowed,
    // A route may import from its own folder, and modules beside the folders of routes, but not from other routes.
    {
      from: { path: '^app/routes/([^/]+)/' },
      to: { path: ['^app/routes/(?:$1/|[^/]+$)', '^app/(?!routes/)', '^domain/', ...libraries] },
    },
    {
      from: { path: '^app/routes/[^/]+$' },
      to: { path: ['^app/routes/[^/]+$', '^app/(?!routes/)', '^domain/', ...libraries] },
    },
    // A screen of the desk may import from its own folder, but not from other screens.
    {
      from: { path: '^desk/screens/([^/]+)/' },
      to: {
        path: [
          '^desk/screens/$1/',
          '^desk/(?:data|features|lib|ui)/',
          '^domain/',
          '^mail/emails',
          ...libraries,
        ],
      },
    },
    {
      from: { path: '^desk/screens/[^/]+$' },
      to: { path: ['^desk/(?:features|lib|ui)/', ...libraries] },
    },
    // This module compares products with the labels on their drawings, which are made from the seed data.
    {
      from: { path: '^app/features/catalogue/drawn-labels\\.server' },
      to: { path: '^supabase/seed/' },
    },
    // The types of database rows and of the client may be imported anywhere, but no code.
    {
      from: { path: '^domain/' },
      to: { path: '^supabase/database\\.types', dependencyTypes: ['type-only'] },
    },
    {
      from: { path: '^(?:app|desk)/' },
      to: { path: '^supabase/client', dependencyTypes: ['type-only'] },
    },
    // Code that runs in browsers or in Supabase's functions must not import Node's built-in modules.
    {
      from: { pathNot: '^(?:app|desk/(?!vite)|domain|supabase/functions)/' },
      to: { dependencyTypes: ['core'] },
    },
    { from: { path: '\\.server\\.tsx?$|^app/entry\\.server' }, to: { dependencyTypes: ['core'] } },
    // A test beside the tested module may import anything.
    { from: { path: '\\.test\\.tsx?$' }, to: {} },
  ],
  allowedSeverity: 'error',
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-missing-file', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: '^(?:node_modules|\\.react-router)/' },
    // Imports with ?url and ?script are handled by Vite: they return a URL or text.
    exclude: {
      path: ['^(?:build|public|packages/[^/]+/dist)/', '/\\+types/', '\\?(?:url|script)$'],
    },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
    },
  },
}
