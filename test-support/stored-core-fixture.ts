import { FilesOnThread } from '#core/bundles/thread/files-on-thread.ts';
import { bundleCodec } from '#worker/bundle-codec.ts';
import { systemClock } from '#adapters/clock/clock.ts';
import type { Clock, Ports } from '#core/ports.ts';
import { blankConnection } from '#domain/installation/connection.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import { composeTestFolder } from './composition-fixture.ts';
import { createTestCore, type TestCore } from './test-core.ts';

/** The address of a service. */
export interface Place {
  readonly baseUrl: string;
  readonly apiRoot: string;
  /** B by default. */
  readonly variant?: VariantId;
  /** None by default. */
  readonly authToken?: string | null;
}

/** A core on the real adapters of a data folder. */
export interface StoredCore extends TestCore {
  /** One for each place. */
  readonly connectionIds: readonly string[];
  readonly connectionId: string;
}

/** Opens a core on a data folder, with one connection to each place; reuses existing ones. */
export const openStoredCore = (
  directory: string,
  ...places: readonly Place[]
): Promise<StoredCore> => openStoredCoreAt(systemClock, directory, ...places);

/** Like `openStoredCore`, with the given clock. */
export async function openStoredCoreAt(
  clock: Clock,
  directory: string,
  ...places: readonly Place[]
): Promise<StoredCore> {
  const composition = await composeTestFolder(directory, 'sealed');
  const ports: Ports = {
    ...composition.ports,
    clock,
    bundleWorker: new FilesOnThread(bundleCodec),
  };
  const core = createTestCore(ports);
  const { connections } = core;
  const missing = places.slice(connections.list().length);
  for (const { variant = 'B', baseUrl, apiRoot, authToken = null } of missing) {
    const name = `acme ${connections.list().length + 1}`;
    const authentication = { kind: authToken === null ? 'none' : 'auth-token' } as const;
    const proxy = { kind: 'none' } as const;
    const settings = {
      ...blankConnection,
      baseUrl,
      apiRoot,
      variant,
      name,
      authentication,
      proxy,
    };
    await connections.add(settings, authToken === null ? {} : { authToken });
  }
  const connectionIds = connections.list().map(({ id }) => id);
  const [connectionId = ''] = connectionIds;
  const close = async (): Promise<void> => {
    await core.close();
    await composition.close();
  };
  return { ...core, connectionIds, connectionId, close };
}
