import { z } from 'zod';
import { type WebhookDefinition } from '../../webhook/webhook.ts';
import { type CheckContext, checkTemplate } from './check-template.ts';
import type { FindingCode, TemplateFinding } from './finding.ts';

/** A finding beside the decision to publish. `new-error`: the current version has no such error. */
export const FindingBeforePublishing = z.object({
  kind: z.enum(['new-error', 'error', 'warning']),
  message: z.string(),
});
export type FindingBeforePublishing = z.infer<typeof FindingBeforePublishing>;

/** Counts of the findings of one template, and the message of the worst one. */
export const FindingCounts = z.object({
  errors: z.int(),
  /** Those of the errors that the current version does not have. */
  newErrors: z.int(),
  warnings: z.int(),
  first: z.string(),
});
export type FindingCounts = z.infer<typeof FindingCounts>;

export function countsOf(findings: readonly FindingBeforePublishing[]): FindingCounts {
  const count = (kind: FindingBeforePublishing['kind']): number =>
    findings.filter((finding) => finding.kind === kind).length;
  const newErrors = count('new-error');
  return {
    errors: newErrors + count('error'),
    newErrors,
    warnings: count('warning'),
    first: findings[0]?.message ?? '',
  };
}

/** Errors of the body as a whole. A later fault in a broken body is no new error. */
const wholeBodyCodes: ReadonlySet<FindingCode> = new Set(['not-json', 'not-form', 'not-xml']);

/**
 * Findings without notes, new errors first. Takes linear time.
 * @param current the version on the installation; `null` for a create
 */
export function findingsBeforePublishing(
  definition: WebhookDefinition,
  current: WebhookDefinition | null,
  context: CheckContext,
  findings: readonly TemplateFinding[] = checkTemplate(definition, context),
): FindingBeforePublishing[] {
  const hasErrors = findings.some(({ level }) => level === 'error');
  const currentIdentities = new Set(
    hasErrors && current !== null
      ? checkTemplate(current, context)
          .filter(({ level }) => level === 'error')
          .map((finding) => identityOf(finding, current))
      : [],
  );
  const kindOf = (finding: TemplateFinding): FindingBeforePublishing['kind'] | null => {
    if (finding.level !== 'error') return finding.level === 'note' ? null : 'warning';
    return currentIdentities.has(identityOf(finding, definition)) ? 'error' : 'new-error';
  };
  const decisions = findings.flatMap((finding) => {
    const kind = kindOf(finding);
    return kind === null ? [] : [{ kind, message: finding.message }];
  });
  return FindingBeforePublishing.shape.kind.options.flatMap((kind) =>
    decisions.filter((decision) => decision.kind === kind),
  );
}

/** Placeholders are the same error wherever they stand. */
function identityOf({ code, place }: TemplateFinding, definition: WebhookDefinition): string {
  if (wholeBodyCodes.has(code) || place.kind !== 'payload') return code;
  return `${code} ${definition.payloadTemplate.slice(place.start, place.end)}`;
}
