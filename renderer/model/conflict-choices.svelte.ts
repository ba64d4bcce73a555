import type { Conflict } from '#domain/merge/conflict.ts';
import { proposalFor } from '#domain/merge/proposal.ts';
import type { Choice, Choices } from '#domain/merge/resolve.ts';

/** A value of a person's own: a field's text, or a header. */
export type OwnValue = Extract<Choice, { take: 'own' }>['value'];

interface Made {
  readonly take: Choice['take'];
  /** What stood against it when the choice was made, as text. */
  readonly live: string;
}

const liveOf = ({ live }: Conflict): string => JSON.stringify(live);

/**
 * What a person chose for each conflict of a draft, while they are at it. A choice holds only as long
 * as the installation has what it had then; a value that somebody typed is kept whatever is chosen.
 */
export class ConflictChoices {
  #made = $state.raw<ReadonlyMap<string, Made>>(new Map());
  #own = $state.raw<ReadonlyMap<string, OwnValue>>(new Map());

  choose(conflict: Conflict, take: Choice['take']): void {
    this.#made = new Map(this.#made).set(conflict.path, { take, live: liveOf(conflict) });
  }

  chooseAll(conflicts: readonly Conflict[], take: 'draft' | 'live'): void {
    for (const conflict of conflicts) this.choose(conflict, take);
  }

  /** Types a value of one's own, which is then what is chosen. */
  write(conflict: Conflict, value: OwnValue): void {
    this.#own = new Map(this.#own).set(conflict.path, value);
    this.choose(conflict, 'own');
  }

  /** What is chosen for a conflict; `null` for nothing yet. */
  chosen(conflict: Conflict): Choice['take'] | null {
    const made = this.#made.get(conflict.path);
    return made?.live === liveOf(conflict) ? made.take : null;
  }

  /** The value of one's own, or what is proposed for it. */
  own(conflict: Conflict): OwnValue {
    return this.#own.get(conflict.path) ?? proposalFor(conflict);
  }

  /** The choices as a merge takes them. */
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
