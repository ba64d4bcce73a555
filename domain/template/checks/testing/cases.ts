import type { WebhookDefinition } from '../../../webhook/webhook.ts';
import type { CheckContext } from '../check-template.ts';
import type { FindingCode, TemplateFinding } from '../finding.ts';
import { context, webhook } from './webhooks.ts';

/** A webhook that a check has something to say about. */
export interface Tripping {
  readonly code: FindingCode;
  readonly definition: WebhookDefinition;
  readonly context: CheckContext;
  readonly level: TemplateFinding['level'];
  /** The text at the place of the finding; `null` where it has no place in a text. */
  readonly at: string | null;
  /** What the message says, among other things. */
  readonly says: string;
  /** The template or the header's value after each of its fixes. */
  readonly fixed: readonly string[];
}

/** A webhook about which a check says nothing, although it comes near. */
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

export function trips(
  code: FindingCode,
  template: string,
  found: Partial<Pick<Tripping, 'level' | 'at' | 'says' | 'fixed'>>,
  setting: Setting = {},
): Tripping {
  const { level = 'warning', at = null, says = '', fixed = [] } = found;
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
