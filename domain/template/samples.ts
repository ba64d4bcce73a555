import { z } from 'zod';
import type { PayloadType } from '../webhook/variant.ts';
import { alertTokens } from './catalogue.ts';
import { jsonFault } from './json/scan-json.ts';
import { type OwnToken, TokenName } from './own-tokens.ts';
import type { TokenValues } from './render-template.ts';
import { ScenarioName } from './scenarios.ts';

/** UTF-16 code units in total. */
const editsLength = 1024 * 1024;

/** By scenario, then by token name. */
export const SampleEdits = z
  .partialRecord(ScenarioName, z.record(TokenName, z.string().max(65_536)))
  .refine((edits) => Object.values(edits).every((values) => Object.keys(values).length <= 500), {
    error: 'Change at most 500 values per event.',
  })
  .refine(
    (edits) =>
      Object.values(edits)
        .flatMap((values) => Object.values(values))
        .reduce((length, value) => length + value.length, 0) <= editsLength,
    { error: 'The changed values exceed 1 Mi characters in total.' },
  );
export type SampleEdits = z.infer<typeof SampleEdits>;

/** Jobs have own tokens only: none are documented. Edits of unknown tokens have no effect. */
export function sampleValues(
  scenario: ScenarioName,
  ownTokens: readonly OwnToken[],
  edits: SampleEdits,
  payloadType: PayloadType | null = 'ALERT',
): TokenValues {
  const values = new Map(ownTokens.map(({ name, sample }) => [name, formOf(sample, scenario)]));
  if (payloadType !== 'JOB') {
    for (const { name, samples } of alertTokens) values.set(name, samples[scenario]);
  }
  for (const [name, value] of Object.entries(edits[scenario] ?? {})) {
    if (values.has(name)) values.set(name, value);
  }
  return Object.fromEntries(values);
}

/** Added to samples of own tokens in the scenarios that break fragile templates. */
const additions: Partial<Record<ScenarioName, string>> = {
  awkward: ' “ü” "C:\\data"\nnext line 🔔',
  difficult: ' "1" & <C:\\data> it\'s 50%+1\na=b',
};

/** Numbers, other JSON and empty samples stay as they are. */
function formOf(sample: string, scenario: ScenarioName): string {
  const addition = additions[scenario];
  const isText = sample !== '' && jsonFault(sample) !== null;
  return addition !== undefined && isText ? sample + addition : sample;
}
