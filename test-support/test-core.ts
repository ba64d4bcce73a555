import { createRouterClient } from '@orpc/server';
import type { HookdeskClient } from '#contract/index.ts';
import { createCore } from '#core/core.ts';
import type { Ports } from '#core/ports.ts';
import type { UseCases } from '#core/use-cases.ts';
import { type FakePorts, fakePorts } from './ports.fake.ts';

/** The core of a test, with its use cases. */
export interface TestCore<Given = Ports> extends Omit<UseCases, 'ports'> {
  /** The ports that the test gave, and fakes. */
  readonly ports: Omit<FakePorts, keyof Given> & Given;
  /** The procedures that a window calls. */
  readonly client: HookdeskClient;
  readonly close: () => Promise<void>;
}

/**
 * Builds the product's core on fake ports; the ports that a test gives replace their fakes. A test that
 * gives all ports of a composition has a core on real adapters. The caller closes the core.
 */
export function createTestCore<Given extends Partial<Ports>>(given: Given): TestCore<Given> {
  const ports = { ...fakePorts(), ...given };
  const about = { version: '1.2.3', host: 'web', dataFolder: '/data', notices: [] } as const;
  const { router, useCases, close } = createCore(ports, about);
  const client: HookdeskClient = createRouterClient(router);
  return { ...useCases, ports, client, close };
}
