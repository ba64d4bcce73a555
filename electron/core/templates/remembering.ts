import type { TemplateMemory } from '#contract/templates.ts';
import type { OwnToken } from '#domain/template/own-tokens.ts';
import { defaultRuleSet, type RuleSetName } from '#domain/template/rule-sets.ts';
import type { SampleEdits } from '#domain/template/samples.ts';
import type { RememberedTemplates } from '../ports.ts';

/** Of how many webhooks changed sample values are kept, and how long these are together. */
const mostSamples = { webhooks: 500, length: 4 * 1024 * 1024 };

/** What is remembered of the templates of one installation. */
export function memoryOf(remembered: RememberedTemplates, connectionId: string): TemplateMemory {
  const { ownTokens, rules } = installation(remembered, connectionId);
  const samples = remembered.samples.filter((each) => each.connectionId === connectionId);
  return {
    ownTokens: [...ownTokens],
    rules,
    samples: Object.fromEntries(samples.map(({ webhookId, edits }) => [webhookId, edits])),
  };
}

/**
 * With other sample values of a webhook; without an edit nothing is kept for it. Where there are too
 * many, those go first that were saved the longest ago. The very same where nothing changes.
 */
export function withSamples(
  remembered: RememberedTemplates,
  connectionId: string,
  webhookId: number,
  edits: SampleEdits,
): RememberedTemplates {
  const others = remembered.samples.filter(
    (each) => each.connectionId !== connectionId || each.webhookId !== webhookId,
  );
  if (lengthOf(edits) === 0) {
    const isSame = others.length === remembered.samples.length;
    return isSame ? remembered : { ...remembered, samples: others };
  }
  return { ...remembered, samples: newest([...others, { connectionId, webhookId, edits }]) };
}

export const withOwnTokens = (
  remembered: RememberedTemplates,
  connectionId: string,
  ownTokens: readonly OwnToken[],
): RememberedTemplates => withInstallation(remembered, connectionId, { ownTokens });

export const withRules = (
  remembered: RememberedTemplates,
  connectionId: string,
  rules: RuleSetName,
): RememberedTemplates => withInstallation(remembered, connectionId, { rules });

/** Without anything of an installation; the very same where there is nothing of it. */
export function without(
  remembered: RememberedTemplates,
  connectionId: string,
): RememberedTemplates {
  const isOther = (each: { connectionId: string }): boolean => each.connectionId !== connectionId;
  const { installations, samples } = remembered;
  if (installations.every(isOther) && samples.every(isOther)) return remembered;
  return { installations: installations.filter(isOther), samples: samples.filter(isOther) };
}

type Installation = RememberedTemplates['installations'][number];

const installation = (remembered: RememberedTemplates, connectionId: string): Installation =>
  remembered.installations.find((each) => each.connectionId === connectionId) ?? {
    connectionId,
    ownTokens: [],
    rules: defaultRuleSet,
  };

const withInstallation = (
  remembered: RememberedTemplates,
  connectionId: string,
  change: Partial<Installation>,
): RememberedTemplates => ({
  ...remembered,
  installations: [
    ...remembered.installations.filter((each) => each.connectionId !== connectionId),
    { ...installation(remembered, connectionId), ...change },
  ],
});

function newest(samples: RememberedTemplates['samples']): RememberedTemplates['samples'] {
  let length = 0;
  const tooOld = samples.findLastIndex(({ edits }, index) => {
    length += lengthOf(edits);
    return samples.length - index > mostSamples.webhooks || length > mostSamples.length;
  });
  return samples.slice(tooOld + 1);
}

/** Of names and values together, in UTF-16 code units; 0 where there is no edit at all. */
const lengthOf = (edits: SampleEdits): number =>
  Object.values(edits)
    .flatMap((values) => Object.entries(values))
    .reduce((length, [name, value]) => length + name.length + value.length, 0);
