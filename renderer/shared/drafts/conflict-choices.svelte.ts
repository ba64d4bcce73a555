import type { Conflict } from '#domain/merge/conflict.ts';
import { conflictProposal } from '#domain/merge/conflict-proposal.ts';
import type { Choice, Choices } from '#domain/merge/resolve-conflicts.ts';

export type OwnValue = Extract<Choice, { take: 'own' }>['value'];

interface Made {
  readonly take: Choice['take'];
  /** The installation's value at the time of the choice, as JSON. */
  readonly live: string;
}

const liveOf = ({ live }: Conflict): string => JSON.stringify(live);

/** A choice lapses when the installation's value changes; a typed value is never lost. */
export class ConflictChoices {
  #made = $state.raw<ReadonlyMap<string, Made>>(new Map());
  #own = $state.raw<ReadonlyMap<string, OwnValue>>(new Map());

  choose(conflict: Conflict, take: Choice['take']): void {
    this.#made = new Map(this.#made).set(conflict.path, { take, live: liveOf(conflict) });
  }

  chooseAll(conflicts: readonly Conflict[], take: 'draft' | 'live'): void {
    for (const conflict of conflicts) this.choose(conflict, take);
  }

  write(conflict: Conflict, value: OwnValue): void {
    this.#own = new Map(this.#own).set(conflict.path, value);
    this.choose(conflict, 'own');
  }

  chosen(conflict: Conflict): Choice['take'] | null {
    const made = this.#made.get(conflict.path);
    return made?.live === liveOf(conflict) ? made.take : null;
  }

  own(conflict: Conflict): OwnValue {
    return this.#own.get(conflict.path) ?? conflictProposal(conflict);
  }

  of(conflicts: readonly Conflict[]): Choices {
    const choices = conflicts.flatMap((conflict): [string, Choice][] => {
      const take = this.chosen(conflict);
      if (take === null) return [];
      if (take !== 'own') return [[conflict.path, { take }]];
      return [[conflict.path, { take, value: this.own(conflict) }]];
    });
    return Object.fromEntries(choices);
  }
}
