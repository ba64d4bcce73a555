import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { bundleService } from './testing/bundle.ts';
import { addressIn, runProgram } from './testing/program.ts';

/** Inside the project, so that Node finds its packages. */
const cache = path.join(import.meta.dirname, '..', '.cache');

test('the program works from one bundled file', async () => {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(path.join(cache, 'service-bundle-'));
  try {
    const file = await bundleService(folder, { packages: false });
    expect(readdirSync(folder)).toEqual(['service.mjs']);
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
