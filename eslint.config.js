import { join } from 'node:path';
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import { typedParser } from './build/lint/typed-parser.mjs';
import { lintRules } from './build/rules/lint-rules.mjs';

/** The window's files share a program in `npm test`; an editor needs programs that follow its changes. */
const parser =
  process.env.CI === 'true'
    ? typedParser(join(import.meta.dirname, 'renderer/tsconfig.json'))
    : ts.parser;

/** What the types of a template say is svelte-check's to tell: ESLint's parser sees `any` there. */
const untypedInTemplates = Object.fromEntries(
  ['argument', 'assignment', 'call', 'member-access', 'return'].map((what) => [
    `@typescript-eslint/no-unsafe-${what}`,
    'off',
  ]),
);

export default ts.config(
  { ignores: ['node_modules/', 'dist/', 'release/', '.cache/'] },
  js.configs.recommended,
  ...ts.configs.strictTypeChecked,
  ...ts.configs.stylisticTypeChecked,
  ...svelte.configs.recommended,
  {
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
        extraFileExtensions: ['.svelte'],
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      'no-empty': ['error', { allowEmptyCatch: false }],
      // TypeScript refuses enums in these sources (`erasableSyntaxOnly`), and the rule is slow.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
    },
  },
  ...lintRules,
  {
    files: ['renderer/**/*.ts'],
    ignores: ['**/*.svelte.ts'],
    languageOptions: { parser },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { globals: globals.browser, parserOptions: { parser } },
  },
  {
    // State that holds a Map or a Set is replaced whole ($state.raw), never changed in place.
    files: ['**/*.svelte.ts'],
    rules: { 'svelte/prefer-svelte-reactivity': 'off' },
  },
  { files: ['**/*.svelte'], rules: untypedInTemplates },
  {
    // Playwright reads from a fixture's first parameter what it needs: `{}` says nothing.
    files: ['e2e/**/*.ts'],
    rules: { 'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }] },
  },
  {
    files: ['**/*.js', '**/*.mjs', '**/*.cjs'],
    ...ts.configs.disableTypeChecked,
    languageOptions: {
      globals: globals.node,
      parserOptions: { projectService: false, project: null },
    },
  },
);
