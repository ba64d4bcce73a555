import { z } from 'zod';
import { OwnTokens } from '#domain/template/own-tokens.ts';
import { SampleEdits } from '#domain/template/samples.ts';
import { ConnectionId, procedure } from './procedure.ts';
import { RuleSetChoice } from './test-sends.ts';

export const TemplateMemory = z.object({
  ownTokens: OwnTokens,
  rules: RuleSetChoice,
  /** Keyed by webhook id. */
  samples: z.record(z.string(), SampleEdits),
});
export type TemplateMemory = z.infer<typeof TemplateMemory>;

export const templateProcedures = {
  memory: procedure.input(ConnectionId).output(TemplateMemory),
  /** Empty edits delete the entry. */
  saveSamples: procedure
    .input(ConnectionId.extend({ webhookId: z.int(), edits: SampleEdits }))
    .output(z.void()),
  saveOwnTokens: procedure.input(ConnectionId.extend({ tokens: OwnTokens })).output(z.void()),
  chooseRules: procedure.input(ConnectionId.extend({ rules: RuleSetChoice })).output(z.void()),
};
