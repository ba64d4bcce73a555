// @module-tag slow
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ESLint } from 'eslint';
import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { typedParser } from './typed-parser.mjs';

const ParserServices = z.object({ program: z.unknown() });
const component = (script: string) => `<script lang="ts">\n  ${script}\n</script>\n`;
const save = "import { save } from './save.ts';";

// Creating a program reads the libraries of TypeScript, which is slow.
vi.setConfig({ testTimeout: 60_000 });

let folder: string;
beforeAll(() => {
  const cache = join(import.meta.dirname, '../../.cache');
  mkdirSync(cache, { recursive: true });
  // Inside the repository, so that the components resolve the types of Svelte.
  folder = mkdtempSync(join(cache, 'typed-parser-'));
  const files = {
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        target: 'ES2024',
        module: 'preserve',
        strict: true,
        noEmit: true,
        allowImportingTsExtensions: true,
        types: ['svelte'],
      },
      include: ['*.ts', '*.svelte'],
    }),
    'save.ts': 'export const save = (): Promise<void> => Promise.resolve();\n',
    'script.ts': `${save}\nsave();\n`,
    'runes.svelte.ts': `${save}\nconst pending = $derived(save());\npending;\n`,
    'First.svelte': component(`${save}\n  save();`),
    'Second.svelte': component(`${save}\n  void save();`),
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function lint(programs: Set<unknown>): ESLint {
  const parser = typedParser(join(folder, 'tsconfig.json'));
  const parserOptions = { projectService: true, extraFileExtensions: ['.svelte'] };
  return new ESLint({
    cwd: folder,
    overrideConfigFile: true,
    overrideConfig: [
      ...svelte.configs.base,
      { files: ['**/*.ts'], ignores: ['**/*.svelte.ts'], languageOptions: { parser } },
      {
        files: ['**/*.svelte', '**/*.svelte.ts'],
        languageOptions: { parserOptions: { parser } },
      },
      {
        files: ['**/*.ts', '**/*.svelte'],
        languageOptions: { parserOptions },
        plugins: {
          '@typescript-eslint': ts.plugin,
          seen: {
            rules: {
              program: {
                create: ({ sourceCode }) => {
                  const services: unknown = Reflect.get(sourceCode, 'parserServices');
                  programs.add(ParserServices.parse(services).program);
                  return {};
                },
              },
            },
          },
        },
        rules: { '@typescript-eslint/no-floating-promises': 'error', 'seen/program': 'error' },
      },
    ],
  });
}

it('lints scripts and components with the types of one program', async () => {
  const programs = new Set();
  const results = await lint(programs).lintFiles(['.']);
  const found = results.map(({ filePath, messages }) => [
    filePath.slice(folder.length + 1),
    messages.map(({ ruleId, line }) => `${ruleId} ${line}`),
  ]);
  expect(Object.fromEntries(found)).toEqual({
    'First.svelte': ['@typescript-eslint/no-floating-promises 3'],
    'Second.svelte': [],
    'runes.svelte.ts': ['@typescript-eslint/no-floating-promises 3'],
    'save.ts': [],
    'script.ts': ['@typescript-eslint/no-floating-promises 2'],
  });
  expect(programs.size).toBe(1);
});

it('lints the given text instead of the file on disk', async () => {
  const filePath = join(folder, 'Second.svelte');
  const text = component(`${save}\n\n  save();`);
  const [result] = await lint(new Set()).lintText(text, { filePath });
  expect(result?.messages.map(({ line }) => line)).toEqual([4]);
});
