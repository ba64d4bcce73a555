import { z } from 'zod';
import type { RememberedTemplates } from '#core/ports.ts';
import { OwnTokens } from '#domain/template/own-tokens.ts';
import { defaultRuleSet } from '#domain/template/rule-sets.ts';
import { SampleEdits } from '#domain/template/samples.ts';
import { RuleSetChoice } from '#contract/test-sends.ts';

const Installation = z.looseObject({
  connectionId: z.string().min(1),
  ownTokens: OwnTokens.default([]),
  rules: RuleSetChoice.default(defaultRuleSet),
  secretHeaders: z.array(z.string().max(1_000)).max(1_000).exactOptional(),
});
const Samples = z.looseObject({
  connectionId: z.string().min(1),
  webhookId: z.int(),
  edits: SampleEdits,
});
const Top = z
  .object({ installations: z.array(z.unknown()), samples: z.array(z.unknown()) })
  .partial();

export const nothingRemembered: RememberedTemplates = { installations: [], samples: [] };

export function readRemembered(value: unknown): { content: RememberedTemplates; sound: boolean } {
  const top = Top.safeParse(value);
  if (!top.success) return { content: nothingRemembered, sound: false };
  const { installations = [], samples = [] } = top.data;
  const read = {
    installations: installations.map((each) => Installation.safeParse(each)),
    samples: samples.map((each) => Samples.safeParse(each)),
  };
  return {
    content: {
      installations: read.installations.flatMap(({ data }) => (data === undefined ? [] : [data])),
      samples: read.samples.flatMap(({ data }) => (data === undefined ? [] : [data])),
    },
    sound: [...read.installations, ...read.samples].every(({ success }) => success),
  };
}
