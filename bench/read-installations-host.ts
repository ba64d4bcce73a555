/**
 * The host of `read-installations.ts`: reads installations, and prints a line when all lists are on disk.
 *
 * Arguments: FOLDER ADDRESS INSTALLATIONS [PATH]
 */
import { systemClock } from '#adapters/clock/clock.ts';
import { composeTestFolder } from '#test-support/composition-fixture.ts';
import { createTestCore } from '#test-support/test-core.ts';
import { blankConnection } from '#domain/installation/connection.ts';
import { defaultLimits } from '#domain/installation/limits.ts';

const [folder = '', address = '', installations = '50', path = ''] = process.argv.slice(2);

const composition = await composeTestFolder(folder, 'sealed');
const { ports } = composition;
const core = createTestCore(ports);
for (let index = 0; index < Number(installations); index += 1) {
  const settings = {
    ...blankConnection,
    name: `Installation ${index}`,
    baseUrl: address,
    apiRoot: `${path}/${index}`,
    variant: 'B' as const,
    proxy: { kind: 'none' as const },
    limits: { ...defaultLimits, bodyBytes: 1024 * 1024 * 1024 },
  };
  await core.connections.add(settings, { authToken: 'bench' });
}
for (const { id } of core.connections.list()) await (await core.installations.open(id)).list();
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
console.log('written');
await core.close();
await composition.close();
