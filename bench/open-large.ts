/**
 * The time to start with a large data folder, as a ratio to an empty one in the same run. Measures from the
 * start of the web host until it serves, and until a window has the first drafts and the newest entries.
 *
 * Usage: node bench/open-large.ts    (needs the built window: npm run build)
 * Exit code 1 if a ratio exceeds 1.5.
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HookdeskClient } from '#contract/index.ts';
import { noKeychain } from '../e2e/fixtures/keychain-session.ts';
import { startWebHost } from '../e2e/fixtures/web-host.ts';
import { passphrase } from '#test-support/composition-fixture.ts';
import { makeFolder } from './large-folder.ts';
import { median } from './median.ts';
import { openWindow } from './window-of-host.ts';

const limit = 1.5;
const rounds = 7;
const amounts = {
  empty: { connections: 0, webhooks: 0, drafts: 0, entries: 0 },
  large: { connections: 50, webhooks: 2_000, drafts: 1_000, entries: 100_000 },
};

/** Milliseconds from the start of the host. */
interface Times {
  readonly served: number;
  readonly drafts: number;
  readonly journal: number;
  readonly usable: number;
}

/** Resolves with the first drafts, or when there are none. */
async function firstDrafts(client: HookdeskClient): Promise<void> {
  for await (const event of await client.drafts.watch()) {
    if (event.kind === 'drafts') return;
    if (event.kind === 'state' && event.state.status === 'kept') return;
  }
}

async function measured(folder: string): Promise<Times> {
  const begun = performance.now();
  const since = (): number => performance.now() - begun;
  const host = await startWebHost(folder, noKeychain);
  try {
    const served = since();
    const window = await openWindow(host.address);
    const { client } = window;
    await client.vault.unlock({ passphrase });
    const [drafts, journal] = await Promise.all([
      firstDrafts(client).then(since),
      client.journal.page({ filter: {}, after: null, limit: 100 }).then(since),
      client.connections.list(),
    ]);
    window.leave();
    return { served, drafts, journal, usable: Math.max(drafts, journal) };
  } finally {
    await host.end();
  }
}

const sizeOf = (folder: string): number =>
  readdirSync(folder)
    .filter((name) => name.startsWith('hookdesk.sqlite'))
    .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) / 1e6;

const folders = {
  empty: mkdtempSync(join(tmpdir(), 'hookdesk-empty-')),
  large: mkdtempSync(join(tmpdir(), 'hookdesk-large-')),
};
try {
  for (const which of ['empty', 'large'] as const) {
    await makeFolder(folders[which], amounts[which]);
    console.log(`${which}: ${sizeOf(folders[which]).toFixed(1)} MB`);
  }
  const times: Record<keyof typeof folders, Times[]> = { empty: [], large: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const which of ['empty', 'large'] as const) {
      times[which].push(await measured(folders[which]));
    }
  }
  const middle = (which: keyof typeof folders, what: keyof Times): number =>
    median(times[which].map((each) => each[what]));
  const ratioOf = (what: keyof Times): number => middle('large', what) / middle('empty', what);
  for (const what of ['served', 'drafts', 'journal', 'usable'] as const) {
    const [empty, large] = [middle('empty', what), middle('large', what)];
    console.log(
      `  ${what.padEnd(8)} empty ${empty.toFixed(0)} ms, large ${large.toFixed(0)} ms, ratio ${ratioOf(what).toFixed(2)}`,
    );
  }
  if (!(ratioOf('usable') <= limit)) process.exitCode = 1;
} finally {
  for (const folder of Object.values(folders)) rmSync(folder, { recursive: true });
}
