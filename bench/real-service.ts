import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { VariantId } from '#domain/webhook/variant.ts';

/** A service, and the settings to reach it. */
export interface ServiceAddress {
  readonly variant: VariantId;
  readonly baseUrl: string;
  readonly apiRoot: string;
  readonly authToken: string;
}

export interface RunningService extends ServiceAddress {
  close(): Promise<void>;
}

/**
 * Starts the webhook management service as a separate process, in memory, with `seed` webhooks. Each request
 * is delayed by `latency` milliseconds.
 */
export async function startRealService(
  variant: VariantId,
  seed: number,
  latency = 0,
): Promise<RunningService> {
  const authToken = 'bench';
  const child = spawn(
    process.execPath,
    [
      join(import.meta.dirname, '../service/main.ts'),
      '--variant',
      variant,
      '--seed',
      String(seed),
      '--end-with-stdin',
      '--latency',
      String(latency),
    ],
    {
      env: { ...process.env, WEBHOOK_SERVICE_AUTH_TOKEN: authToken },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /https?:\/\/\S+/.exec(line)?.[0];
    if (address === undefined) continue;
    const { origin, pathname } = new URL(address);
    return {
      variant,
      baseUrl: origin,
      apiRoot: pathname,
      authToken,
      close: async () => {
        const ended = once(child, 'exit');
        child.kill();
        await ended;
      },
    };
  }
  throw new Error('The service did not start.');
}

/** Runs work on a new service with webhooks of variant B, which then ends. */
export async function withRealService<Result>(
  seed: number,
  latency: number,
  work: (service: RunningService) => Promise<Result>,
): Promise<Result> {
  const service = await startRealService('B', seed, latency);
  try {
    return await work(service);
  } finally {
    await service.close();
  }
}
