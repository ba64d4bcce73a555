import type { FileFault } from './reading/file-fault.ts';
import type { PortableWebhook } from './portable-webhook.ts';
import type { VariantId } from '../webhook/variant.ts';

/** The installation from which a webhook was exported. */
export interface RowOrigin {
  readonly installation: string;
  readonly variant: VariantId;
  /** SHA-256 of the API root. */
  readonly fingerprint: string | null;
  /** Connection id in the Hookdesk that wrote the file. Version 1.0 has it instead of a fingerprint. */
  readonly connection: string | null;
  readonly formerId: number | null;
}

/** One webhook of a file, of a folder or of a copy, before it is matched with an installation. */
export interface BundleRow {
  readonly key: string;
  /** From 1. */
  readonly line: number;
  readonly content:
    | { readonly kind: 'webhook'; readonly webhook: PortableWebhook }
    | { readonly kind: 'unreadable'; readonly name: string; readonly fault: FileFault };
  readonly origin: RowOrigin | null;
  /** What the source says about the row, for its plan row. */
  readonly notes?: readonly string[];
  /** Whether the copied webhook changed since a person selected it: its row is not selected. */
  readonly isChangedSinceSelected?: boolean;
}
