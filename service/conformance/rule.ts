import type { Variant } from '../webhooks/bodies.ts';
import type { Installation } from './installation.ts';

/** One thing that the interface, or this service on top of it, promises. */
export interface Rule {
  readonly title: string;
  /** Paragraph of the interface document, or `ours` where it leaves the matter open. */
  readonly source: `§${string}` | 'ours';
  /** Both, unless said otherwise. */
  readonly variants?: readonly Variant[];
  /** Says nothing about an installation that asks for no auth token. */
  readonly needsToken?: boolean;
  /** Throws an AssertionError if the rule is broken. Takes away what it creates. */
  readonly check: (installation: Installation) => Promise<void>;
}

export const concerns = (
  { variants, needsToken }: Rule,
  { variant, authToken }: Installation,
): boolean => (variants?.includes(variant) ?? true) && (authToken !== null || needsToken !== true);
