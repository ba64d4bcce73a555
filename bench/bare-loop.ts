import { Pool } from 'undici';
import type { EntryLog } from './entry-log.ts';
import type { ServiceAddress } from './real-service.ts';

/** A request of the bare loop, with its path below the API root. */
interface BareRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: string;
}

/**
 * Sends the requests of each item one after the other, for `atOnce` items in parallel. With a log, each request
 * with a body is on disk before it is sent.
 *
 * @returns milliseconds
 */
export async function bareLoop(
  { baseUrl, apiRoot, authToken }: ServiceAddress,
  items: readonly (readonly BareRequest[])[],
  atOnce: number,
  log: EntryLog | null = null,
): Promise<number> {
  const pool = new Pool(baseUrl, { connections: atOnce });
  const token = { 'x-auth-token': authToken };
  const waiting = items.values();
  const begun = performance.now();
  const lane = async (): Promise<void> => {
    for (const requests of waiting) {
      for (const { method, path, body = null } of requests) {
        const headers = body === null ? token : { ...token, 'content-type': 'application/json' };
        if (body !== null) log?.add(`${method} ${path} ${body}`);
        const answer = await pool.request({ method, path: `${apiRoot}${path}`, headers, body });
        await answer.body.dump();
        if (answer.statusCode !== 200) throw new Error(`Status ${answer.statusCode}`);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  const took = performance.now() - begun;
  await pool.close();
  return took;
}
