import type { Fault } from '../faults/fault.ts';

interface PractisedService {
  readonly url: string;
  /** `null` where the service asks for none. */
  readonly authToken?: string | null;
}

/** What goes wrong from now on; members that are not given have the defaults of the service. */
export interface Faults {
  readonly faults: readonly (Pick<Fault, 'kind'> & Partial<Fault>)[];
  /** The same seed and requests have the same faults. */
  readonly seed?: number;
}

/**
 * Sets the faults of a running service in the place of all that were set. On a connection of its own: one
 * that was idle may be closed by the service at the moment of the request.
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
