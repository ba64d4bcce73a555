import { createRouterClient } from '@orpc/server';
import type { HookdeskClient } from '#contract/index.ts';
import { createCore } from '#core/core.ts';
import type { ServiceAddress } from './real-service.ts';
import { savedConnection } from './saved-connection.ts';
import { openStoredPorts } from './stored-ports.ts';

/** The core with one connection, `bench`, and what a window calls, without the transport. */
export interface InProcessCore {
  readonly client: HookdeskClient;
  close(): Promise<void>;
}

/** Starts the core on a real store in the folder, with a real sealer and real HTTP. */
export function startCore(service: ServiceAddress, directory: string): InProcessCore {
  const stored = openStoredPorts(directory);
  const ports = { ...stored.ports, ...savedConnection(service) };
  const core = createCore(ports, {
    version: '0.0.0',
    host: 'web',
    dataFolder: directory,
    notices: [],
  });
  return {
    client: createRouterClient(core.router),
    close: async () => {
      await core.close();
      await stored.close();
    },
  };
}
