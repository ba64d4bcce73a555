import type { Fault } from '../faults/fault.ts';

interface PractisedService {
  readonly url: string;
  /** `null` if the service requires none. */
  readonly authToken?: string | null;
}

/** The faults to set; missing members have the defaults of the service. */
export interface Faults {
  readonly faults: readonly (Pick<Fault, 'kind'> & Partial<Fault>)[];
  /** The same seed and requests produce the same faults. */
  readonly seed?: number;
}

/**
 * Replaces all faults of a running service. Uses a new connection, because the service may close an
 * idle one during the request.
 */
export async function setFaults(
  { url, authToken = null }: PractisedService,
  body: Faults,
): Promise<void> {
  const answer = await fetch(`${url}/practice/faults`, {
    method: 'PUT',
    headers: {
      Connection: 'close',
      'Content-Type': 'application/json',
      ...(authToken !== null && { 'X-Auth-Token': authToken }),
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
}
