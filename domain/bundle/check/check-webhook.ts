import { decisionFindings } from '../../template/checks/decision-findings.ts';
import { checkTemplate, type FindingPlace } from '../../template/checks/check-template.ts';
import type { OwnToken } from '../../template/own-tokens.ts';
import { defaultRuleSet } from '../../template/render.ts';
import { checkDefinition, type Issue } from '../../webhook/check.ts';
import type { VariantId } from '../../webhook/variant.ts';
import { fieldsOf, type WebhookDefinition } from '../../webhook/webhook.ts';
import { printed } from '../pieces.ts';
import { type PortableWebhook, printedTexts } from '../portable.ts';

export interface WebhookFinding {
  /** Of the member in the file; empty for the webhook as a whole. */
  readonly path: readonly PropertyKey[];
  /** Offset in the text of the member; `null` for the member itself. */
  readonly offset: number | null;
  readonly level: 'error' | 'warning';
  readonly message: string;
}

/** @param variant of the source; `null` when it is not known */
export function checkWebhook(
  webhook: PortableWebhook,
  variant: VariantId | null,
  ownTokens: readonly OwnToken[],
): WebhookFinding[] {
  const { missing, payloadType } = webhook;
  const checkedFor = variant ?? (payloadType === null ? 'A' : 'B');
  const issues = checkDefinition(definitionFrom(webhook, withValues), checkedFor, null)
    .filter(({ path }) => !missing.some((part) => path === part || path.startsWith(`${part}.`)))
    .map(({ path, level, message }) => ({ path: pathOf(path), offset: null, level, message }));
  if (missing.includes('payloadTemplate')) return issues;
  const context = { ownTokens, edits: {}, rules: defaultRuleSet };
  const definition = definitionFrom(webhook, printed);
  const findings = checkTemplate(definition, context).flatMap((finding) => {
    const [decided] = decisionFindings(definition, null, context, [finding]);
    if (decided === undefined) return [];
    const level = decided.kind === 'warning' ? ('warning' as const) : ('error' as const);
    return [{ ...placeOf(finding.place), level, message: decided.message }];
  });
  return [...issues, ...findings];
}

function placeOf(place: FindingPlace): Pick<WebhookFinding, 'path' | 'offset'> {
  switch (place.kind) {
    case 'payload':
      return { path: ['payloadTemplate'], offset: place.start };
    case 'url':
      return { path: ['url'], offset: place.start };
    case 'header':
      return { path: ['headers', place.index, 'value'], offset: place.start };
    case 'webhook':
      return { path: [], offset: null };
  }
}

/** Of an issue in the file, such as `headers.0.name`. */
const pathOf = (path: Issue['path']): readonly string[] =>
  path === 'payloadType' ? ['onlyVariantB', 'payloadType'] : path.split('.');

/** A secret that the file only names counts as a word. */
const withValues: typeof printed = (pieces) =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : 'secret')).join('');

function definitionFrom(webhook: PortableWebhook, print: typeof printed): WebhookDefinition {
  const texts = printedTexts(webhook, print);
  return { ...fieldsOf({ ...webhook, ...texts }), headers: texts.headers };
}
