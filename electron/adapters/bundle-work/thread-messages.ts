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

/** What came of a call; nobody waits for it where its id is unknown. */
export type Answer =
  | { readonly id: number; readonly kind: 'done'; readonly result: unknown }
  | { readonly id: number; readonly kind: 'failed'; readonly error: unknown };
