import { featureEdges } from './import-rules.mjs';
import { noHiddenEdges } from './lint/no-hidden-edges.mjs';
import { noLiteralSpread } from './lint/no-literal-spread.mjs';
import { noRetiredNames, noRetiredScreenWords, noRetiredWords } from './lint/no-retired-words.mjs';

/**
 * ESLint rules of this project. Every rule has a fixture in `fixtures/lint/`: files that break it,
 * and a near miss that does not.
 */

/** @typedef {{ selector: string, message: string }} Ban */

/** Configuration files; their tools require default exports. */
const configurations = ['*.{js,mjs,ts}', '.*.mjs', '**/*.config.ts'];

/** @type {Ban[]} */
const everywhere = [
  {
    selector:
      ':matches(ImportDeclaration, ExportAllDeclaration, ExportNamedDeclaration, ImportExpression)' +
      String.raw`[source.value=/^(\.|#(?!platform$))(?!.*\.(ts|mjs|svelte|css|json)$)/]`,
    message: 'Name the file with its extension: Node runs the sources as they are.',
  },
  {
    selector:
      ':matches(ImportDeclaration, ExportAllDeclaration, ExportNamedDeclaration, ImportExpression)' +
      String.raw`[source.value=/\.\.\/(domain|contract|core|adapters|compose|rpc|worker|self-check|test-support)\//]`,
    message:
      'Another layer is imported by its alias: #domain, #contract, #core, #adapters, #compose, #rpc, #worker, #self-check, #test-support.',
  },
];

/** @type {Ban} */
const noDefaultExport = {
  selector: 'ExportDefaultDeclaration',
  message: 'Export by name, so that it has the same name everywhere.',
};

/** @type {Ban[]} */
const noHtmlFromText = [
  {
    selector: 'AssignmentExpression > MemberExpression[property.name=/^(inner|outer)HTML$/].left',
    message: 'Text that becomes HTML becomes code: use text, or a component.',
  },
  {
    selector:
      'CallExpression[callee.property.name=/^(insertAdjacentHTML|write|writeln)$/]:not([callee.object.name!="document"][callee.property.name=/^write/])',
    message: 'Text that becomes HTML becomes code: use text, or a component.',
  },
];

/** @type {Ban[]} */
const noChanceNorClock = [
  {
    selector: 'NewExpression[callee.name="Date"][arguments.length=0]',
    message: 'What time it is comes from a port, so that a test can say it.',
  },
  {
    selector: 'CallExpression[callee.object.name="Date"][callee.property.name="now"]',
    message: 'What time it is comes from a port, so that a test can say it.',
  },
  {
    selector: 'CallExpression[callee.property.name=/^(random|randomUUID|getRandomValues)$/]',
    message: 'Chance comes from a port, so that a test can say it.',
  },
];

/** Dates of entries and drafts. */
const dates = '/^(at|endedAt|editedAt)$/';
const orderIsASequence =
  'Order is `sequence` or `revision`: clocks are set back. Dates are for people, retention, the date filter and comparing with a past date.';

/** @type {Ban[]} */
const noOrderByClock = [
  {
    selector: `MemberExpression[computed=false][property.name=${dates}]:not(CallExpression > .callee)`,
    message: orderIsASequence,
  },
  {
    selector: `BinaryExpression[operator=/^([<>]=?|-)$/] Identifier[name=${dates}]`,
    message: orderIsASequence,
  },
];

/** @type {Ban} */
const noOpenStatement = {
  selector: 'CallExpression[callee.property.name="iterate"]',
  message: 'A statement that is not read to its end holds up the log: use get, all or visitRows.',
};

const boringssl =
  'Electron has BoringSSL: compare the name with what it lacks, list it in docs/desktop.md, then allow it here.';

/** Functions of `node:crypto` that take an algorithm, by the only one allowed. */
const algorithms = {
  '/^create(C|Dec)ipheriv$/': 'aes-256-gcm',
  '/^(createHash|createHmac|sign)$/': 'sha256',
  '/^generateKeyPairSync$/': 'ec',
};

/** @type {Ban[]} */
const onlyCryptoOfElectron = Object.entries(algorithms).map(([called, algorithm]) => ({
  selector: `CallExpression[callee.name=${called}]:not([arguments.0.value="${algorithm}"])`,
  message: boringssl,
}));

/** The names that shipped code may import, by module. */
const cryptoNames = {
  'node:crypto': [
    'CipherKey',
    'KeyObject',
    'X509Certificate',
    'createCipheriv',
    'createDecipheriv',
    'createHash',
    'createHmac',
    'createPrivateKey',
    'createSecretKey',
    'generateKeyPairSync',
    'randomBytes',
    'randomInt',
    'randomUUID',
    'scrypt',
    'sign',
    'timingSafeEqual',
  ],
  'node:tls': [
    'DetailedPeerCertificate',
    'PeerCertificate',
    'SecureContext',
    'SecureContextOptions',
    'TLSSocket',
    'checkServerIdentity',
    'connect',
    'createSecureContext',
    'getCACertificates',
  ],
  'node:sqlite': ['DatabaseSync', 'StatementSync', 'backup'],
};

/** @type {Ban[]} */
const oneClockFormat = [
  {
    selector: 'NewExpression[callee.property.name=/^(DateTime|RelativeTime|Number)Format$/]',
    message: 'Use renderer/ui/date-formats.ts, so that all times have the format of the system.',
  },
  {
    selector: 'CallExpression[callee.property.name=/^toLocale(Date|Time)String$/]',
    message: 'Use renderer/ui/date-formats.ts, so that all times have the format of the system.',
  },
  {
    selector: 'CallExpression[callee.property.name="toLocaleString"]:not([arguments.0.value="en"])',
    message: 'Write toLocaleString("en"), so that all numbers have one form of thousands.',
  },
];

/**
 * @param {Ban[]} bans
 * @returns {{ 'no-restricted-syntax': ['error', ...Ban[]] }}
 */
const banned = (bans) => ({ 'no-restricted-syntax': ['error', ...bans] });

/**
 * The edges of features again for components: dependency-cruiser does not see their type imports,
 * because Svelte removes them.
 *
 * @param {string} feature
 * @param {string} others the features that it may import
 * @param {number} depth of the component below the folder of features
 * @returns {import('eslint').Linter.Config}
 */
const featureRule = (feature, others, depth) => ({
  name: `hookdesk/features/${feature}/${depth}`,
  files: [`renderer/features/${feature}${'/*'.repeat(depth)}.svelte`],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            regex: `^(\\.\\./){${depth}}(?!\\.\\./${others === '' ? '' : `|${others}/`})`,
            message: 'A feature imports only the features that featureEdges names for it.',
          },
        ],
      },
    ],
  },
});

const featureRules = [1, 2, 3].flatMap((depth) =>
  Object.entries({ '*': '', ...featureEdges }).map(([feature, others]) =>
    featureRule(feature, others, depth),
  ),
);

/** @type {import('eslint').Linter.Config[]} */
export const lintRules = [
  {
    name: 'hookdesk/everywhere',
    plugins: {
      hookdesk: {
        rules: {
          'no-hidden-edges': noHiddenEdges,
          'no-literal-spread': noLiteralSpread,
          'no-retired-names': noRetiredNames,
          'no-retired-words': noRetiredWords,
          'no-retired-screen-words': noRetiredScreenWords,
        },
      },
    },
    rules: {
      'hookdesk/no-hidden-edges': 'error',
      'hookdesk/no-literal-spread': 'error',
      'hookdesk/no-retired-words': 'error',
      ...banned([...everywhere, noDefaultExport, noOpenStatement]),
      'max-lines': ['error', { max: 450 }],
      'no-eval': 'error',
      'no-new-func': 'error',
      'no-console': 'error',
    },
  },
  {
    name: 'hookdesk/screen-texts',
    files: ['{domain,electron,renderer,service}/**/*.{ts,svelte}'],
    ignores: [
      '**/*.{test,check,fake}.ts',
      '**/testing/**',
      // Folders with retired words in stored or sent texts: encryption, migrations, secret names,
      // the interface document.
      'electron/adapters/vault/vault-crypto.ts',
      'electron/adapters/store/migrations.ts',
      'domain/secrets/**',
      'service/openapi/**',
    ],
    rules: { 'hookdesk/no-retired-screen-words': 'error' },
  },
  {
    name: 'hookdesk/names',
    files: ['{domain,electron}/**/*.ts'],
    ignores: ['**/*.{test,check,fake}.ts', '**/testing/**'],
    rules: { 'hookdesk/no-retired-names': 'error' },
  },
  {
    name: 'hookdesk/word-list',
    files: ['build/rules/lint/retired-words.mjs', 'build/rules/lint-rules.test.ts'],
    rules: { 'hookdesk/no-retired-words': 'off' },
  },
  {
    name: 'hookdesk/configurations',
    files: configurations,
    rules: banned(everywhere),
  },
  {
    name: 'hookdesk/boringssl',
    files: ['{electron,service}/**/*.ts'],
    ignores: ['**/*.{test,check,fake}.ts', '**/testing/**', ...configurations],
    rules: {
      ...banned([...everywhere, noDefaultExport, noOpenStatement, ...onlyCryptoOfElectron]),
      'no-restricted-imports': [
        'error',
        {
          paths: Object.entries(cryptoNames).map(([name, allowImportNames]) => ({
            name,
            allowImportNames,
            message: boringssl,
          })),
        },
      ],
    },
  },
  {
    name: 'hookdesk/rows',
    // The file of `visitRows`, which finishes the statement.
    files: ['electron/adapters/store/rows.ts'],
    rules: banned([...everywhere, noDefaultExport, ...onlyCryptoOfElectron]),
  },
  {
    name: 'hookdesk/pure',
    files: ['domain/**/*.ts', 'electron/contract/**/*.ts', 'electron/core/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: banned([...everywhere, noDefaultExport, ...noChanceNorClock]),
  },
  {
    name: 'hookdesk/decisions',
    files: [
      '{domain,electron/core}/publishing/**/*.ts',
      'domain/draft/**/*.ts',
      'electron/core/drafts/**/*.ts',
      'electron/core/journal/{open-entries,journal-reading}.ts',
    ],
    ignores: ['**/*.test.ts', '**/testing/**'],
    rules: banned([...everywhere, noDefaultExport, ...noChanceNorClock, ...noOrderByClock]),
  },
  {
    name: 'hookdesk/window',
    files: ['renderer/**/*.ts', 'renderer/**/*.svelte'],
    rules: {
      ...banned([...everywhere, noDefaultExport, ...noHtmlFromText, ...oneClockFormat]),
      'svelte/no-at-html-tags': 'error',
      'no-restricted-globals': [
        'error',
        ...['fetch', 'WebSocket', 'XMLHttpRequest', 'EventSource'].map((name) => ({
          name,
          message: 'The window reaches its host through renderer/platform, and nothing else.',
        })),
        ...['localStorage', 'sessionStorage', 'indexedDB'].map((name) => ({
          name,
          message: 'What is kept goes through the contract: browsers keep it in plain text.',
        })),
      ],
    },
  },
  {
    name: 'hookdesk/date-formats',
    files: ['renderer/ui/date-formats.ts', 'renderer/**/*.test.ts'],
    rules: banned([...everywhere, noDefaultExport, ...noHtmlFromText]),
  },
  {
    name: 'hookdesk/platform',
    files: ['renderer/platform/*.ts'],
    rules: { 'no-restricted-globals': 'off' },
  },
  ...featureRules,
  {
    name: 'hookdesk/programs',
    // Command-line programs: printing is their purpose.
    files: [
      'build/**',
      'bench/**',
      'prove/**',
      'service/main.ts',
      'electron/web/main.ts',
      'electron/web/explain-start.ts',
      'service/start.ts',
    ],
    rules: { 'no-console': 'off' },
  },
];
