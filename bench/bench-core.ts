import type { Ports } from '#core/ports.ts';
import { blankConnection } from '#domain/installation/connection.ts';
import { defaultLimits } from '#domain/installation/limits.ts';
import { composeTestFolder } from '#test-support/composition-fixture.ts';
import { createTestCore, type TestCore } from '#test-support/test-core.ts';
import type { ServiceAddress } from './real-service.ts';

/** The core on the real adapters of a data folder, with one connection. */
export interface BenchCore extends TestCore {
  readonly connectionId: string;
}

/** Opens the core. With `sealed` secrets it writes drafts, snapshots, journal and plans to disk. */
export async function openBenchCore(
  { baseUrl, apiRoot, variant, authToken }: ServiceAddress,
  directory: string,
  secrets: 'memory' | 'sealed' = 'sealed',
  parts: Partial<Ports> = {},
): Promise<BenchCore> {
  const composition = await composeTestFolder(directory, secrets);
  const ports: Ports = { ...composition.ports, ...parts };
  const core = createTestCore(ports);
  const settings = {
    ...blankConnection,
    name: 'bench',
    baseUrl,
    apiRoot,
    variant,
    proxy: { kind: 'none' as const },
    limits: { ...defaultLimits, bodyBytes: 1024 * 1024 * 1024 },
  };
  const [saved = await core.connections.add(settings, { authToken })] = core.connections.list();
  const close = async (): Promise<void> => {
    await core.close();
    await composition.close();
  };
  return { ...core, connectionId: saved.id, close };
}
