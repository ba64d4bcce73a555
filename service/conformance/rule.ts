import type { Variant } from '../webhooks/body-types.ts';
import type { Installation } from './installation.ts';

/** One requirement of the interface document or of this service. */
export interface Rule {
  readonly title: string;
  /** Section of the interface document; `ours` for a rule that the document does not contain. */
  readonly source: `§${string}` | 'ours';
  /** Default: both variants. */
  readonly variants?: readonly Variant[];
  /** `true` if the rule does not apply to an installation without an auth token. */
  readonly needsToken?: boolean;
  /** Deletes the webhooks that it creates. @throws AssertionError if the rule is broken */
  readonly check: (installation: Installation) => Promise<void>;
}

export const concerns = (
  { variants, needsToken }: Rule,
  { variant, authToken }: Installation,
): boolean => (variants?.includes(variant) ?? true) && (authToken !== null || needsToken !== true);
