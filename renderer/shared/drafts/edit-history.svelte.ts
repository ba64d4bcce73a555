import { mergeWebhook } from '#domain/merge/merge.ts';
import { resolveAll } from '#domain/merge/resolve.ts';
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
  #past = $state.raw<readonly Edit[]>([]);
  #future = $state.raw<readonly Edit[]>([]);
  #typed: Typed | null = null;
  /** Milliseconds. */
  #typedAt = 0;

  readonly canUndo = $derived(this.#past.length > 0);
  readonly canRedo = $derived(this.#future.length > 0);

  constructor(definition: WebhookDefinition) {
    this.#last = definition;
  }

  /** @param now milliseconds of a monotonic clock */
  record(definition: WebhookDefinition, now: number): void {
    const edit = { before: this.#last, after: definition };
    if (changedPlaces(edit).length === 0) return;
    const typed = typedIn(edit);
    const goesOn = now - this.#typedAt < typingPause && continues(typed, this.#typed);
    const previous = goesOn ? this.#past.at(-1) : undefined;
    this.#past =
      previous === undefined
        ? [...this.#past, edit].slice(-mostEdits)
        : [...this.#past.slice(0, -1), { before: previous.before, after: definition }];
    this.#future = [];
    this.#last = definition;
    this.#typed = typed;
    this.#typedAt = now;
  }

  /** The next edit is undone on its own. */
  endTyping(): void {
    this.#typed = null;
  }

  /** For a change that is not this person's edit. */
  skip(definition: WebhookDefinition): void {
    this.#last = definition;
    this.#typed = null;
  }

  /** `null` if nothing is left to undo. */
  undo(): Reverted | null {
    for (;;) {
      const edit = this.#past.at(-1);
      if (edit === undefined) return null;
      this.#past = this.#past.slice(0, -1);
      const reverted = this.#apply(edit.after, edit.before);
      if (reverted === null) continue;
      this.#future = [...this.#future, edit];
      return reverted;
    }
  }

  /** `null` if nothing is left to redo. */
  redo(): Reverted | null {
    for (;;) {
      const edit = this.#future.at(-1);
      if (edit === undefined) return null;
      this.#future = this.#future.slice(0, -1);
      const reverted = this.#apply(edit.before, edit.after);
      if (reverted === null) continue;
      this.#past = [...this.#past, edit];
      return reverted;
    }
  }

  /** Keeps what others changed since; `null` if that leaves nothing to change. */
  #apply(from: WebhookDefinition, to: WebhookDefinition): Reverted | null {
    const current = this.#last;
    const definition = isSame(current, from)
      ? to
      : resolveAll(mergeWebhook(from, current, to), 'draft');
    const places = changedPlaces({ before: current, after: definition });
    if (places.length === 0) return null;
    this.skip(definition);
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
