import type { Received, ReceivedSummary } from '#contract/receiver.ts';

export class ReceivedRequests {
  readonly #most: number;
  #requests: readonly Received[] = [];
  #count = 0;

  constructor(most: number) {
    this.#most = most;
  }

  add(request: Omit<Received, 'id'>): void {
    this.#count += 1;
    this.#requests = [{ ...request, id: this.#count }, ...this.#requests].slice(0, this.#most);
  }

  find(id: number): Received | null {
    return this.#requests.find((each) => each.id === id) ?? null;
  }

  summaries(): ReceivedSummary[] {
    return this.#requests.map(({ id, at, method, path, bytes, status }) => ({
      id,
      at,
      method,
      path,
      bytes,
      status,
    }));
  }

  clear(): void {
    this.#requests = [];
  }
}
