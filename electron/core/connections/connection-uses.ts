import { plainError, type ProblemError } from '#domain/problem.ts';
import { refusedError } from '../problems.ts';

/** Why a connection is in use. */
export type ConnectionUse =
  | { readonly kind: 'plan'; readonly planId: string; readonly title: string }
  | { readonly kind: 'publish' };

/** A connection in use cannot be removed: the results of its requests could not be read back. */
export class ConnectionUses {
  readonly #uses = new Map<string, Set<ConnectionUse>>();
  readonly #removing = new Set<string>();
  readonly #onPlanEnd: (() => void)[] = [];

  onPlanEnd(listener: () => void): void {
    this.#onPlanEnd.push(listener);
  }

  /** Ids of the plans that are begun or running. */
  runningPlans(): ReadonlySet<string> {
    const uses = [...this.#uses.values()].flatMap((its) => [...its]);
    return new Set(uses.flatMap((use) => (use.kind === 'plan' ? [use.planId] : [])));
  }

  of(connectionId: string): readonly ConnectionUse[] {
    return [...(this.#uses.get(connectionId) ?? [])];
  }

  /** @returns the function that ends the use */
  begin(connectionIds: readonly string[], use: ConnectionUse): () => void {
    const ids = [...new Set(connectionIds)];
    if (ids.some((id) => this.#removing.has(id))) throw beingRemoved();
    for (const id of ids) {
      const uses = this.#uses.get(id);
      if (uses === undefined) this.#uses.set(id, new Set([use]));
      else uses.add(use);
    }
    return () => {
      for (const id of ids) {
        const uses = this.#uses.get(id);
        uses?.delete(use);
        if (uses?.size === 0) this.#uses.delete(id);
      }
      if (use.kind === 'plan') for (const listener of this.#onPlanEnd) listener();
    };
  }

  /** Runs the removal, and refuses new uses until it ends. @throws ProblemError while the connection is in use */
  async remove(
    { id, name }: { readonly id: string; readonly name: string },
    work: () => Promise<void>,
  ): Promise<void> {
    const [use] = this.of(id);
    if (use !== undefined) throw inUse(name, use);
    this.#removing.add(id);
    try {
      await work();
    } finally {
      this.#removing.delete(id);
    }
  }
}

const inUse = (name: string, use: ConnectionUse): ProblemError =>
  use.kind === 'plan'
    ? refusedError(
        `${name} was not removed, because the plan “${use.title}” is running.`,
        'Stop the plan or wait until it ends. Then remove the installation.',
      )
    : refusedError(
        `${name} was not removed, because a change is being published.`,
        'Wait for the result. Then remove the installation.',
      );

const beingRemoved = (): ProblemError =>
  plainError(
    'no-such-connection',
    'This installation is being removed from Hookdesk.',
    'Nothing was sent. Select another installation, or add this one again.',
  );
