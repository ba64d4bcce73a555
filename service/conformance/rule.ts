import type { Variant } from '../webhooks/bodies.ts';
import type { Installation } from './installation.ts';

/** One thing that the interface, or this service on top of it, promises. */
export interface Rule {
  readonly title: string;
  /** Paragraph of the interface document, or `ours` where it leaves the matter open. */
  readonly source: `§${string}` | 'ours';
  /** Both, unless said otherwise. */
  readonly variants?: readonly Variant[];
  /** Throws an AssertionError if the rule is broken. Takes away what it creates. */
  readonly check: (installation: Installation) => Promise<void>;
}
