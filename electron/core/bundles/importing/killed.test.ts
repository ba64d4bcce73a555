import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { build } from 'vite';
import { createHttpServices } from '#adapters/http/http-services.ts';
import { type RunningService, startService } from '../../../../service/start.ts';
import { openStoredHouse } from '../../publishing/testing/stored-house.ts';
import { bundleText, definitionsBefore, rowsOfEach } from './testing/five-hundred-rows.ts';
import { ended, openFile, planned } from './testing/import-house.ts';
import type { Places } from './testing/places.ts';

/** Two in the suite; `IMPORT_KILLS=20` for more. */
const rounds = Number(process.env.IMPORT_KILLS ?? 2);
const variants = ['A', 'B', 'B'] as const;
const rows = variants.length * rowsOfEach;

/** Linux keeps files in memory here, where flushing takes no time. */
const quick = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const folders: string[] = [];
function folder(): string {
  const made = mkdtempSync(join(quick, 'hookdesk-import-killed-'));
  folders.push(made);
  return made;
}

/** One file starts much faster than the sources. */
let program: string;
beforeAll(async () => {
  const outDir = folder();
  await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true },
    build: {
      ssr: join(import.meta.dirname, 'testing/import-program.ts'),
      outDir,
      target: 'node24',
      rolldownOptions: { output: { entryFileNames: 'import.mjs' } },
    },
  });
  program = join(outDir, 'import.mjs');
});
afterAll(() => {
  for (const each of folders) rmSync(each, { recursive: true, force: true });
});

it(
  `a bundle of ${rows} rows over three installations is whole after a kill, and nothing is sent twice`,
  { timeout: 60_000 + rounds * 20_000 },
  async () => {
    for (let round = 0; round < rounds; round += 1) {
      await killAndResume(Math.round(((round + 0.5) / rounds) * rows));
    }
  },
);

/** Kills the host once it has sent so many requests that change something, and goes on in another. */
async function killAndResume(killAfter: number): Promise<void> {
  const directory = folder();
  const http = createHttpServices({ environment: {} });
  const state: { child: ChildProcess | null } = { child: null };
  const writes: string[] = [];
  const services: RunningService[] = [];
  const places: Places = [];
  for (const variant of variants) {
    const service = await startService({
      ...{ variant, authToken: null },
      onRequest: ({ method, path, body }) => {
        if (method === 'GET' || places.length < variants.length) return;
        writes.push(`${service.url} ${method} ${path} ${method === 'POST' ? body : ''}`);
        if (writes.length === killAfter) state.child?.kill('SIGKILL');
      },
    });
    const target = { baseUrl: service.url, apiRoot: service.root, variant };
    const payloadType = variant === 'A' ? null : 'ALERT';
    for (const definition of definitionsBefore) {
      await http.webhooks.create({ ...target, authToken: null }, { ...definition, payloadType });
    }
    services.push(service);
    places.push(target);
  }
  state.child = spawn(process.execPath, [program, directory, JSON.stringify(places)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await once(state.child, 'exit');
  expect(state.child.signalCode).toBe('SIGKILL');

  const house = await openStoredHouse(directory, ...places);
  try {
    await house.settling.settleAll();
    const [unfinished] = await house.plans.unfinished();
    expect(unfinished).toMatchObject({ status: 'interrupted', total: rows });
    const planId = unfinished?.planId ?? '';
    await house.plans.resume(planId);
    expect(await ended(house, planId)).toMatchObject({ status: 'ended', left: 0 });

    // As an uninterrupted run leaves it: each installation holds what the file says, and nothing else.
    expect(new Set(writes).size).toBe(rows);
    expect(writes).toHaveLength(rows);
    const fileId = await openFile(house, bundleText);
    const { connectionIds } = house;
    const again = await planned(house, { fileId, connectionIds, keys: null, alsoRemove: true });
    const kinds = again.rows.map(({ connectionId, kind }) => `${connectionId} ${kind}`);
    expect(Object.fromEntries(counted(kinds))).toEqual(
      Object.fromEntries(connectionIds.map((id) => [`${id} unchanged`, 140])),
    );
  } finally {
    await house.close();
    await http.close();
    for (const service of services) await service.close();
  }
}

function counted(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}
