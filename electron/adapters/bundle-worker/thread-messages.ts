import type { BundleWorker, ExportWorker } from '#core/bundle-ports.ts';

export interface Works {
  readonly exports: ExportWorker;
  readonly files: BundleWorker;
}

export interface Call {
  readonly id: number;
  readonly work: keyof Works;
  readonly method: string;
  readonly given: readonly unknown[];
}

export type Result =
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly error: unknown };

export type Answer = Result & {
  readonly id: number;
  /** Whether the worker may end without losing data. */
  readonly holdsNothing: boolean;
};
