import { existsSync } from 'node:fs';
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

/** Layers that are checked as TypeScript projects of their own; see tsconfig.json. */
const projects = [
  'domain',
  'service',
  'electron/contract',
  'electron/core',
  'electron/adapters',
  'electron/main',
  'electron/web',
  'electron/preload',
  'renderer',
  'build',
  'e2e',
  'bench',
];

export default ts.config(
  { ignores: ['node_modules/', 'dist/', 'release/', '.cache/', 'build/rules/fixtures/'] },
  js.configs.recommended,
  ...ts.configs.strictTypeChecked,
  ...ts.configs.stylisticTypeChecked,
  ...svelte.configs.recommended,
  {
    languageOptions: {
      parserOptions: {
        project: [...projects.map((name) => `${name}/tsconfig.json`), 'tsconfig.tests.json'].filter(
          (file) => existsSync(`${import.meta.dirname}/${file}`),
        ),
        tsconfigRootDir: import.meta.dirname,
        extraFileExtensions: ['.svelte'],
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      'no-empty': ['error', { allowEmptyCatch: false }],
      'no-console': 'error',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { globals: globals.browser, parserOptions: { parser: ts.parser } },
  },
  {
    // Programs that a person runs in a terminal: printing is their job.
    files: ['build/**', 'bench/**', 'service/main.ts', 'electron/web/main.ts'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['**/*.js', '**/*.mjs', '**/*.cjs'],
    ...ts.configs.disableTypeChecked,
    languageOptions: { globals: globals.node, parserOptions: { project: null } },
  },
);
