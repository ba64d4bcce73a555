/**
 * The host of `memory-50.ts`: reads installations, or loads them from the data folder. Prints the resident
 * memory before and after, in MB of 10^6 bytes.
 *
 * Arguments: read|load FOLDER ADDRESS INSTALLATIONS
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { systemClock } from '#adapters/clock/clock.ts';
import { blankConnection } from '#domain/installation/connection.ts';
import { defaultLimits } from '#domain/installation/limits.ts';
import { composeTestFolder } from '#test-support/composition-fixture.ts';
import { createTestCore } from '#test-support/test-core.ts';

const [how = 'read', folder = '', address = '', installations = '50'] = process.argv.slice(2);

const resident = (): number => Math.round(process.memoryUsage.rss() / 1e6);
/** Collects garbage as under memory pressure, which also frees unused pages. Returns MB. */
async function settled(): Promise<number> {
  // Lets queued work finish.
  await systemClock.sleep(500);
  setFlagsFromString('--expose-gc');
  runInNewContext("gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })");
  return resident();
}

const composition = await composeTestFolder(folder, 'sealed');
const { ports } = composition;
const core = createTestCore(ports);
for (let index = core.connections.list().length; index < Number(installations); index += 1) {
  const settings = {
    ...blankConnection,
    name: `Installation ${index}`,
    baseUrl: address,
    apiRoot: `/${index}`,
    variant: 'B' as const,
    proxy: { kind: 'none' as const },
    limits: { ...defaultLimits, bodyBytes: 1024 * 1024 * 1024 },
  };
  await core.connections.add(settings, { authToken: 'bench' });
}
const before = await settled();
for (const { id } of core.connections.list()) {
  if (how === 'load') await core.snapshotPersistence.load(id);
  else await (await core.installations.open(id)).list();
}
const readAt = (id: string): number | undefined => core.snapshots.get(id)?.readAt.getTime();
/** Resolves when all lists are on disk. */
async function written(): Promise<void> {
  for (;;) {
    const times = await ports.snapshots.times();
    const ids = core.connections.list().map(({ id }) => id);
    if (ids.every((id) => times.get(id)?.getTime() === readAt(id))) return;
    await systemClock.sleep(100);
  }
}
await written();
console.log(`${before} ${await settled()}`);
await core.close();
await composition.close();
