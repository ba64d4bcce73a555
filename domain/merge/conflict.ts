import type { FieldName, FieldValue } from '../webhook/fields.ts';
import type { HeaderContent } from '../webhook/header-change-set.ts';

/** A field that both sides changed to different values. Switches have two values, so they never conflict. */
export interface FieldConflict {
  readonly kind: 'field';
  readonly path: FieldName;
  readonly base: FieldValue;
  readonly draft: FieldValue;
  readonly live: FieldValue;
}

/** A header that both sides changed differently. `null`: the header is absent on that side. */
export interface HeaderConflict {
  readonly kind: 'header';
  /** Made by `mergeHeaders`. Unique in a merge, and the same whichever side is the draft. */
  readonly path: `header:${string}`;
  readonly base: HeaderContent | null;
  readonly draft: HeaderContent | null;
  readonly live: HeaderContent | null;
  /** Index among the merged headers; `null` when the installation lacks it: a chosen one goes to the end. */
  readonly at: number | null;
}

export type Conflict = FieldConflict | HeaderConflict;
