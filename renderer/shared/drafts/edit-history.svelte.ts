import { mergeWebhook } from '#domain/merge/merge-webhook.ts';
import { resolveAll } from '#domain/merge/resolve-conflicts.ts';
import { areIdentical, fieldDifferences } from '#domain/webhook/difference.ts';
import { smallestChange } from '../../ui/smallest-change.ts';
import type { FieldName } from '#domain/webhook/fields.ts';
import type { WebhookDefinition } from '#domain/webhook/webhook.ts';

export type EditedPlace = FieldName | 'headers';

interface Edit {
  readonly before: WebhookDefinition;
  readonly after: WebhookDefinition;
}

export interface Reverted {
  readonly definition: WebhookDefinition;
  readonly places: readonly EditedPlace[];
}

/** Milliseconds without typing after which an edit is one of its own. */
const typingPause = 500;

/** One changed place in one text. */
interface Typed {
  /** Which text of the definition. */
  readonly text: string;
  readonly from: number;
  /** The end of the place before the edit, and after it. */
  readonly before: number;
  readonly after: number;
  /** Whether both old and new characters are there, as when a selection is typed over. */
  readonly isReplacement: boolean;
}

const mostEdits = 200;

/** Undoes and redoes a draft's edits in their order. Changes by others are not undone. */
export class EditHistory {
  #last: WebhookDefinition;
  #edits = $state.raw<Readonly<Record<'past' | 'future', readonly Edit[]>>>({
    past: [],
    future: [],
  });
  #typed: Typed | null = null;
  /** Milliseconds. */
  #typedAt = 0;

  readonly canUndo = $derived(this.#edits.past.length > 0);
  readonly canRedo = $derived(this.#edits.future.length > 0);

  constructor(definition: WebhookDefinition) {
    this.#last = definition;
  }

  /** @param now milliseconds of a monotonic clock */
  record(definition: WebhookDefinition, now: number): void {
    const edit = { before: this.#last, after: definition };
    if (changedPlaces(edit).length === 0) return;
    const typed = typedIn(edit);
    const goesOn = now - this.#typedAt < typingPause && continues(typed, this.#typed);
    const { past } = this.#edits;
    const previous = goesOn ? past.at(-1) : undefined;
    const next =
      previous === undefined
        ? [...past, edit].slice(-mostEdits)
        : [...past.slice(0, -1), { before: previous.before, after: definition }];
    this.#edits = { past: next, future: [] };
    this.#last = definition;
    this.#typed = typed;
    this.#typedAt = now;
  }

  /** The next edit is undone on its own. */
  endTyping(): void {
    this.#typed = null;
  }

  /** Starts the next edit from a content that is not this person's edit. */
  startFrom(definition: WebhookDefinition): void {
    this.#last = definition;
    this.#typed = null;
  }

  /** `null` if nothing is left to undo. */
  undo(): Reverted | null {
    return this.#revertLast('past', 'future');
  }

  /** `null` if nothing is left to redo. */
  redo(): Reverted | null {
    return this.#revertLast('future', 'past');
  }

  /** Passes over edits that others have replaced. */
  #revertLast(from: 'past' | 'future', to: 'past' | 'future'): Reverted | null {
    for (;;) {
      const edits = this.#edits[from];
      const edit = edits.at(-1);
      if (edit === undefined) return null;
      const reverted = this.#revert(edit);
      const opposite = { before: edit.after, after: edit.before };
      this.#edits = {
        ...this.#edits,
        [from]: edits.slice(0, -1),
        [to]: reverted === null ? this.#edits[to] : [...this.#edits[to], opposite],
      };
      if (reverted !== null) return reverted;
    }
  }

  /** Keeps what others changed since; `null` if that leaves nothing to change. */
  #revert({ before, after }: Edit): Reverted | null {
    const current = this.#last;
    const definition = isSame(current, after)
      ? before
      : resolveAll(mergeWebhook(after, current, before), 'draft');
    const places = changedPlaces({ before: current, after: definition });
    if (places.length === 0) return null;
    this.startFrom(definition);
    return { definition, places };
  }
}

function changedPlaces({ before, after }: Edit): EditedPlace[] {
  const fields = fieldDifferences(before, after).map(({ field }) => field);
  return areIdentical(before.headers, after.headers) ? fields : [...fields, 'headers'];
}

const isSame = (a: WebhookDefinition, b: WebhookDefinition): boolean =>
  changedPlaces({ before: a, after: b }).length === 0;

/** `null` for an edit that is not of one text. */
function typedIn({ before, after }: Edit): Typed | null {
  if (before.headers.length !== after.headers.length) return null;
  const changes = [
    ...fieldDifferences(before, after).map(({ field, ...values }) => ({ text: field, ...values })),
    ...after.headers.flatMap((header, index) =>
      (['name', 'value'] as const)
        .map((part) => ({
          text: `headers.${index}.${part}`,
          before: before.headers[index]?.[part],
          after: header[part],
        }))
        .filter((values) => values.before !== values.after),
    ),
  ];
  const [changed, ...others] = changes;
  if (changed === undefined || others.length > 0) return null;
  if (typeof changed.before !== 'string' || typeof changed.after !== 'string') return null;
  const change = smallestChange(changed.before, changed.after);
  if (change === null) return null;
  const { from, to, insert } = change;
  const isReplacement = to > from && insert !== '';
  return { text: changed.text, from, before: to, after: from + insert.length, isReplacement };
}

function continues(typed: Typed | null, last: Typed | null): boolean {
  if (typed === null || typed.isReplacement || typed.text !== last?.text) return false;
  return typed.from <= last.after && typed.before >= last.from;
}
