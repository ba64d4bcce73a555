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

/** UTF-16 offsets, in a header those of its value; `end` is exclusive. */
export type FindingPlace =
  | { readonly kind: 'payload' | 'url'; readonly start: number; readonly end: number }
  | {
      readonly kind: 'header';
      readonly index: number;
      readonly start: number;
      readonly end: number;
    }
  | { readonly kind: 'webhook' };

export interface TemplateFinding {
  readonly code: FindingCode;
  /** `warning`: a delivery is wrong, or likely to be. `note`: worth knowing. */
  readonly level: 'warning' | 'note';
  readonly place: FindingPlace;
  readonly message: string;
  readonly fixes: readonly TemplateFix[];
}

export interface TemplateFix {
  readonly title: string;
  /** Offsets refer to the texts before the fix. Edits of one text do not overlap. */
  readonly changes: readonly Change[];
}

export type Change =
  | {
      readonly kind: 'edit';
      readonly field: 'payload' | 'url';
      readonly start: number;
      readonly end: number;
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
  /** At most one per fix, because it moves the headers behind it. */
  | { readonly kind: 'remove-header'; readonly index: number };
