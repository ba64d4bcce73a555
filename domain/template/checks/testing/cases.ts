import type { WebhookDefinition } from '../../../webhook/webhook.ts';
import type { CheckContext } from '../check-template.ts';
import type { FindingCode, TemplateFinding } from '../finding.ts';
import { context, webhook } from './webhooks.ts';

/** A webhook for which a check has a finding. */
export interface Tripping {
  readonly code: FindingCode;
  readonly definition: WebhookDefinition;
  readonly context: CheckContext;
  readonly level: TemplateFinding['level'];
  /** The text at the place of the finding; `null` without a place in a text. */
  readonly at: string | null;
  /** A part of the message. */
  readonly says: string;
  /** The template or the header value after each fix. */
  readonly fixed: readonly string[];
}

/** A webhook that resembles a finding, but has none. */
export interface NearMiss {
  readonly code: FindingCode;
  readonly definition: WebhookDefinition;
  readonly context: CheckContext;
}

type Setting = Partial<WebhookDefinition> & Partial<CheckContext>;

function split({ ownTokens, edits, rules, ...definition }: Setting): {
  definition: Partial<WebhookDefinition>;
  context: CheckContext;
} {
  return {
    definition,
    context: context({
      ...(ownTokens && { ownTokens }),
      ...(edits && { edits }),
      ...(rules && { rules }),
    }),
  };
}

/** The body arrives, and is likely to be refused or to be understood otherwise. */
const warnings: ReadonlySet<FindingCode> = new Set([
  'byte-order-mark',
  'duplicate-member',
  'no-content-type',
  'content-type-disagrees',
  'content-types-contradict',
  'empty-template',
  'receiver-shape',
  'token-in-url',
  'token-in-header',
]);

export function trips(
  code: FindingCode,
  template: string,
  found: Partial<Pick<Tripping, 'level' | 'at' | 'says' | 'fixed'>>,
  setting: Setting = {},
): Tripping {
  const usual = warnings.has(code) ? 'warning' : 'error';
  const { level = usual, at = null, says = '', fixed = [] } = found;
  const { definition, context: checked } = split(setting);
  return {
    code,
    definition: webhook(template, definition),
    context: checked,
    level,
    at,
    says,
    fixed,
  };
}

export function passes(code: FindingCode, template: string, setting: Setting = {}): NearMiss {
  const { definition, context: checked } = split(setting);
  return { code, definition: webhook(template, definition), context: checked };
}
