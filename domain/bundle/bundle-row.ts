import type { FileFault } from './reading/file-fault.ts';
import type { PortableWebhook } from './portable.ts';
import type { VariantId } from '../webhook/variant.ts';

/** Where a webhook of a file came from. */
export interface RowOrigin {
  readonly installation: string;
  readonly variant: VariantId;
  /** The connection by its id in the Hookdesk that wrote the file. */
  readonly connection: string | null;
  readonly formerId: number | null;
}

/** One webhook of a file, or why it is none. */
export interface BundleRow {
  /** Tells it from the other rows of the file. */
  readonly key: string;
  /** Where it begins in the file, from 1. */
  readonly line: number;
  readonly content:
    | { readonly kind: 'webhook'; readonly webhook: PortableWebhook }
    | { readonly kind: 'unreadable'; readonly name: string; readonly fault: FileFault };
  readonly origin: RowOrigin | null;
}
