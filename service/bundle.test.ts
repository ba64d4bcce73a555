import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { addressIn, runProgram } from './testing/program.ts';

/** Inside the project, so that the packages beside it are found as they are beside the app. */
const cache = path.join(import.meta.dirname, '..', '.cache');

test('the program works from one bundled file', async () => {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(path.join(cache, 'service-bundle-'));
  try {
    await build({
      configFile: false,
      logLevel: 'silent',
      build: {
        ssr: path.join(import.meta.dirname, 'main.ts'),
        outDir: folder,
        target: 'node24',
        rolldownOptions: { output: { entryFileNames: 'service.mjs' } },
      },
    });
    expect(readdirSync(folder)).toEqual(['service.mjs']);
    const file = path.join(folder, 'service.mjs');
    const program = runProgram(['--variant', 'B', '--no-auth', '--seed', '2'], { file });
    const address = addressIn(await program.line());
    const webhook = await (await fetch(`${address}/webhook/2`)).text();
    const document = await (await fetch(`${address}/openapi.json`)).text();
    expect(webhook).toContain('"id":2');
    expect(document).toContain('"openapi": "3.1.0"');
    expect((await program.kill('SIGTERM')).code).toBe(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
