/** What the checks of a template can find. */
export type FindingCode =
  | 'unknown-token'
  | 'wrong-case'
  | 'unclosed-percent'
  | 'space-in-placeholder'
  | 'token-in-url'
  | 'token-in-header'
  | 'byte-order-mark'
  | 'not-json'
  | 'duplicate-member'
  | 'unquoted-token'
  | 'value-breaks-json'
  | 'not-form'
  | 'value-breaks-form'
  | 'not-xml'
  | 'value-breaks-xml'
  | 'no-content-type'
  | 'content-type-disagrees'
  | 'content-types-contradict'
  | 'empty-template'
  | 'receiver-shape';

/** Where a finding is. Offsets are in UTF-16 code units, `end` exclusive; in a header, of its value. */
export type FindingPlace =
  | { readonly kind: 'payload' | 'url'; readonly start: number; readonly end: number }
  | {
      readonly kind: 'header';
      /** The header's position in the definition. */
      readonly index: number;
      readonly start: number;
      readonly end: number;
    }
  | { readonly kind: 'webhook' };

/** Something about a template that a person should look at. Nothing of it stops publishing. */
export interface TemplateFinding {
  readonly code: FindingCode;
  /** A warning: a delivery is wrong, or likely to be. A note: worth knowing. */
  readonly level: 'warning' | 'note';
  readonly place: FindingPlace;
  /** What happens, what it means and what to do, as a few sentences. */
  readonly message: string;
  readonly fixes: readonly TemplateFix[];
}

/** A way out that is safe to take, offered beside a finding. */
export interface TemplateFix {
  /** What it does, for a button. */
  readonly title: string;
  /** All offsets are those of the texts before the fix; edits of one text do not overlap. */
  readonly changes: readonly Change[];
}

export type Change =
  | {
      readonly kind: 'edit';
      readonly field: 'payload' | 'url';
      readonly start: number;
      readonly end: number;
      /** What stands in the place of that part afterwards. */
      readonly text: string;
    }
  | {
      readonly kind: 'edit-header';
      readonly index: number;
      readonly start: number;
      readonly end: number;
      readonly text: string;
    }
  | { readonly kind: 'add-header'; readonly name: string; readonly value: string }
  | { readonly kind: 'replace-header-value'; readonly index: number; readonly value: string }
  /** At most one in a fix: it moves the headers behind it. */
  | { readonly kind: 'remove-header'; readonly index: number };
