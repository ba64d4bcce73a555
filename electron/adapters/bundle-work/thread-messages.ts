import type { BundleWork, ExportWork } from '#core/bundle-ports.ts';

/** What is worked on beside the host's thread, by what it is about. */
export interface Works {
  readonly exports: ExportWork;
  readonly files: BundleWork;
}

/** A method that is to be called, with what it takes. */
export interface Call {
  readonly id: number;
  readonly work: keyof Works;
  readonly method: string;
  readonly given: readonly unknown[];
}

/** What came of a call. */
export type Result =
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly error: unknown };

export type Answer = Result & {
  readonly id: number;
  /** Nothing would be lost if the thread ended now. */
  readonly holdsNothing: boolean;
};
