import type { TemplateMemory } from '#contract/templates.ts';
import { defaultRuleSet } from '#domain/template/render.ts';
import type { SampleEdits } from '#domain/template/samples.ts';
import type { RememberedTemplates } from '../ports.ts';

/** Limits of stored sample values: webhooks, and UTF-16 code units in total. */
const mostSamples = { webhooks: 500, length: 4 * 1024 * 1024 };

export function memoryOf(remembered: RememberedTemplates, connectionId: string): TemplateMemory {
  const { ownTokens, rules } = installation(remembered, connectionId);
  const samples = remembered.samples.filter((each) => each.connectionId === connectionId);
  return {
    ownTokens: [...ownTokens],
    rules,
    samples: Object.fromEntries(samples.map(({ webhookId, edits }) => [webhookId, edits])),
  };
}

/** Drops the oldest samples above the limits. Returns `remembered` itself when nothing changes. */
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

export const secretHeadersOf = (
  remembered: RememberedTemplates,
  connectionId: string,
): readonly string[] => installation(remembered, connectionId).secretHeaders ?? [];

export const withSecretHeader = (
  remembered: RememberedTemplates,
  connectionId: string,
  header: string,
  isSecret: boolean,
): RememberedTemplates => {
  const name = header.toLowerCase();
  const others = secretHeadersOf(remembered, connectionId).filter((each) => each !== name);
  const secretHeaders = isSecret ? [...others, name] : others;
  return withInstallation(remembered, connectionId, { secretHeaders });
};

/** Returns `remembered` itself when nothing changes. */
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

export const withInstallation = (
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

const lengthOf = (edits: SampleEdits): number =>
  Object.values(edits)
    .flatMap((values) => Object.entries(values))
    .reduce((length, [name, value]) => length + name.length + value.length, 0);
