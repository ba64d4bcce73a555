/**
 * The allowed imports, which dependency-cruiser checks. Every rule has a fixture with its name in
 * `fixtures/`: files that break it, and a near miss that does not.
 *
 * @typedef {import('dependency-cruiser').IForbiddenRuleType} Rule
 */

/** Tests, and files that only tests use. */
const tests = [
  String.raw`\.(test|check|fake)\.ts$`,
  '/(testing|fakes)/',
  '^test-support/',
  '^service/conformance/',
  String.raw`^[^/]+\.(js|mjs|ts)$`,
];

const packages = '(^|/)node_modules/';
const electronItself = '(^|/)node_modules/electron/';

/** @param {string} name */
const npm = (name) => `(^|/)node_modules/${name}/`;

/**
 * A layer, and the paths that it may import besides its own.
 *
 * @param {string} name
 * @param {string} folder
 * @param {{ may: string[], node?: boolean, testsToo?: boolean, comment: string }} terms
 * @returns {Rule}
 */
function layer(name, folder, { may, node = false, testsToo = false, comment }) {
  return {
    name,
    comment,
    severity: 'error',
    from: { path: `^${folder}/`, ...(testsToo ? {} : { pathNot: tests }) },
    to: {
      pathNot: [`^${folder}/`, ...may],
      ...(node ? { dependencyTypesNot: ['core'] } : {}),
    },
  };
}

/**
 * A folder of the window, and the project's code that it may import besides its own.
 *
 * @param {string} name
 * @param {string} folder
 * @param {{ of: string, may?: string[], comment: string }} terms `of`: the restricted imports
 * @returns {Rule}
 */
function windowFolder(name, folder, { of, may = [], comment }) {
  return {
    name,
    comment,
    severity: 'error',
    from: { path: `^renderer/${folder}/`, pathNot: tests },
    to: { path: of, pathNot: [`^renderer/${folder}/`, ...may] },
  };
}

/** @type {Rule[]} */
const layers = [
  layer('domain-is-pure', 'domain', {
    may: [npm('(ipaddr[.]js|jsonc-parser|punycode|temporal-polyfill|zod)')],
    comment: 'The domain is pure: it imports packages without effects, and nothing else.',
  }),
  layer('contract-knows-the-domain-alone', 'electron/contract', {
    may: ['^domain/', npm('zod'), npm('@orpc/contract')],
    comment: 'Window and hosts share the contract: it imports the domain, zod and oRPC’s contract.',
  }),
  layer('core-takes-ports', 'electron/core', {
    may: [
      '^domain/',
      '^electron/contract/',
      npm('p-limit'),
      npm('zod'),
      npm('@orpc/(contract|server)'),
    ],
    comment:
      'What the core needs from the machine it takes through ports.ts: no node:*, no adapters.',
  }),
  layer('adapters-stand-behind-ports', 'electron/adapters', {
    may: [
      String.raw`^electron/core/(((vault|store|bundle)-)?ports|with-timeout)\.ts$`,
      '^electron/contract/',
      '^domain/',
      packages,
    ],
    node: true,
    comment:
      'Adapters know the ports, the time limit, the contract’s schemas and the domain; not the use cases.',
  }),
  layer('compose-knows-no-host', 'electron/compose', {
    may: ['^electron/(core|adapters|contract)/', '^domain/', packages],
    node: true,
    comment: 'The composition root builds adapters for every host; a host passes in its own parts.',
  }),
  layer('rpc-serves-the-router', 'electron/rpc', {
    may: [
      String.raw`^electron/core/(call-limits|describe-unexpected|router)\.ts$`,
      String.raw`^electron/adapters/(clock/|local-socket/|same-secret\.ts)`,
      '^electron/contract/',
      packages,
    ],
    node: true,
    comment: 'Every host serves its router with this code, which knows neither host nor use case.',
  }),
  layer('worker-composes-its-thread', 'electron/worker', {
    may: [
      '^electron/core/(bundles/|bundle-ports)',
      '^electron/adapters/(bundle-worker|bundle-encryption|http/codec)/',
      '^domain/',
      packages,
    ],
    node: true,
    comment: 'The thread is a program of its own: it runs the work on bundles, and no host.',
  }),
  layer('self-check-knows-no-host', 'electron/self-check', {
    may: ['^electron/(compose|core|adapters|contract)/', '^domain/', packages],
    node: true,
    comment: 'The self-check checks every host; a host passes in its own parts.',
  }),
  layer('main-composes', 'electron/main', {
    may: ['^electron/(self-check|compose|rpc|core|adapters|contract)/', '^domain/', packages],
    node: true,
    comment: 'The Electron shell composes core and adapters; it is no part of the other host.',
  }),
  layer('web-composes', 'electron/web', {
    may: ['^electron/(self-check|compose|rpc|core|adapters|contract)/', '^domain/', packages],
    node: true,
    comment: 'The web host composes core and adapters; it is no part of the other host.',
  }),
  layer('cli-composes', 'electron/cli', {
    may: [
      '^electron/(compose|rpc|adapters|contract)/',
      String.raw`^electron/core/(core|describe-unexpected|with-timeout)\.ts$`,
      '^domain/(bundle/check|bundle/folder|installation|journal|pausing|secrets|text|watching|webhook)/',
      String.raw`^domain/(problem|bundle/(format|limits))\.ts$`,
      // Schemas of what the contract answers.
      String.raw`^domain/(comparison/matrix|publishing/(plan|row-state))\.ts$`,
      packages,
    ],
    node: true,
    comment: 'The command line opens a core and calls its contract; it decides nothing itself.',
  }),
  layer('commands-call-the-contract', 'electron/cli/commands', {
    may: ['^electron/(cli|contract)/', '^domain/text/', npm('@commander-js/extra-typings')],
    comment: 'A command calls the contract and prints the answer.',
  }),
  layer('preload-hands-over-a-port', 'electron/preload', {
    may: [electronItself],
    comment: 'The preload hands the window a message port, and nothing else.',
  }),
  layer('service-is-independent', 'service', {
    may: ['^domain/template/', packages],
    node: true,
    testsToo: true,
    comment:
      'The service is the reference that the client is tested against: it shares no code with it.',
  }),
  layer('window-speaks-the-contract', 'renderer', {
    may: ['^electron/contract/', '^domain/', packages],
    comment: 'The window reaches its host through the contract alone, and has no Node.',
  }),
];

/** The other features that each feature imports. */
export const featureEdges = {
  bundles: 'compare|plan',
  changes: 'list',
  compare: 'bundles',
  editor: 'history|list',
  installations: 'plan',
  plan: 'history|rotate',
  search: 'list',
  settings: 'changes|history|pausing|plan|vault',
};

/**
 * @param {string} feature
 * @param {string} allowed
 * @param {string[]} except
 * @returns {Rule}
 */
const edgeRule = (feature, allowed, except = []) => ({
  name: 'features-import-along-edges',
  comment: 'A feature imports only the features that featureEdges names for it.',
  severity: 'error',
  from: { path: `^renderer/features/${feature}/`, pathNot: [...tests, ...except] },
  to: { path: '^renderer/features/', pathNot: `^renderer/features/(${allowed})/` },
});

const withEdges = `^renderer/features/(${Object.keys(featureEdges).join('|')})/`;

const edges = [
  edgeRule('([^/]+)', '$1', [withEdges]),
  ...Object.entries(featureEdges).map(([feature, others]) =>
    edgeRule(feature, `${feature}|${others}`),
  ),
];

/** @type {Rule[]} */
const windowFolders = [
  windowFolder('ui-knows-nothing-of-ours', 'ui', {
    of: '^(renderer|domain|electron/contract)/',
    may: ['^domain/text/'],
    comment: 'Controls and styles know nothing of webhooks.',
  }),
  windowFolder('shared-knows-no-feature', 'shared', {
    of: '^renderer/',
    may: ['^renderer/(ui|platform)/'],
    comment: 'What serves several features knows none of them; the workspace joins their state.',
  }),
  windowFolder('workspace-joins-state', 'workspace', {
    of: '^renderer/',
    may: ['^renderer/(shared|platform|ui)/', String.raw`^renderer/features/.+\.ts$`],
    comment: 'The workspace joins the state of every feature, and draws nothing.',
  }),
  {
    name: 'state-draws-nothing',
    comment: 'State is tested without a browser: a module imports no component.',
    severity: 'error',
    from: { path: String.raw`^renderer/(features|shared|workspace)/.+\.ts$`, pathNot: tests },
    to: { path: String.raw`\.svelte$` },
  },
  windowFolder('platform-carries-the-contract', 'platform', {
    of: '^(renderer|domain)/',
    comment: 'How the window reaches its host depends on the contract alone.',
  }),
  windowFolder('features-know-no-shell', 'features', {
    of: '^renderer/',
    may: ['^renderer/(shared|workspace|platform|ui)/'],
    comment: 'The shell puts features together; no feature knows it.',
  }),
  ...edges,
];

/** @type {Rule[]} */
const everywhere = [
  {
    name: 'electron-in-the-shell-alone',
    comment: 'Elsewhere importing Electron would fetch it, or end the process.',
    severity: 'error',
    from: { pathNot: '^electron/(main|preload)/' },
    to: { path: electronItself },
  },
  {
    name: 'web-runs-without-electron',
    comment: 'These packages import Electron; the web host keeps its settings with conf.',
    severity: 'error',
    from: { path: '^(electron/(compose|self-check|web)|service)/' },
    to: { path: npm('electron-(store|updater)'), reachable: true },
  },
  {
    name: 'nothing-needs-the-workshop',
    comment: 'What is built and shipped depends on no tool, bench or end-to-end test.',
    severity: 'error',
    from: { path: '^(domain|service|electron|renderer)/' },
    to: { path: '^(build|bench|prove|e2e)/' },
  },
  {
    name: 'production-needs-no-tests',
    comment: 'Code that is shipped imports no test and nothing that tests use.',
    severity: 'error',
    from: { path: '^(domain|service|electron|renderer)/', pathNot: tests },
    to: { path: tests.slice(0, 4), pathNot: packages },
  },
  {
    name: 'shipped-code-ships-its-packages',
    comment:
      'A package of the hosts and the service is under `dependencies`; one of the window alone is not.',
    severity: 'error',
    from: { path: '^(domain|service|electron)/', pathNot: tests },
    to: {
      dependencyTypes: ['npm-dev'],
      dependencyTypesNot: ['type-only'],
      pathNot: electronItself,
    },
  },
  {
    name: 'packages-are-declared',
    comment: 'A package that package.json does not name is there by chance.',
    severity: 'error',
    from: {},
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  },
  {
    name: 'imports-lead-somewhere',
    comment: 'The imported file is not there.',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'no-circles',
    comment: 'Two files that import each other, even by a detour, cannot be understood one by one.',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-orphans',
    comment: 'A file that neither imports nor is imported is not used, or not connected yet.',
    severity: 'error',
    from: {
      orphan: true,
      pathNot: [
        ...tests,
        String.raw`\.d\.ts$`,
        '^(build|bench|prove|e2e)/',
        '^electron/preload/index.ts$',
      ],
    },
    to: {},
  },
];

/** Folders of a layer in order: each may import only those before it. Add new folders here. */
const foldersInOrder = {
  domain:
    'text link vault webhook draft installation merge secrets template delivery journal pausing watching publishing bundle managed comparison rotation search',
  'electron/core':
    'persistence connections drafts shutdown vault diagnostics sessions installations journal practice templates test-send detection preparing bundles comparison rotation pausing watching publishing search recent settings updates',
};

/** @type {Rule[]} */
const oneWay = Object.entries(foldersInOrder).flatMap(([layerFolder, inOrder]) =>
  inOrder.split(' ').map((folder, index, folders) => ({
    name: 'folders-go-one-way',
    comment: 'A folder imports only folders that stand before it in foldersInOrder: no circles.',
    severity: 'error',
    from: { path: `^${layerFolder}/${folder}/`, pathNot: tests },
    to: {
      path: `^${layerFolder}/[^/]+/`,
      pathNot: [`^${layerFolder}/(${folders.slice(0, index + 1).join('|')})/`, ...tests],
    },
  })),
);

/** @type {Rule[]} */
export const importRules = [...layers, ...windowFolders, ...everywhere, ...oneWay];
