import { z } from 'zod';
import type { PayloadType } from '../webhook/variant.ts';
import { alertTokens } from './catalogue.ts';
import { jsonFault } from './json/scan-json.ts';
import { type OwnToken, TokenName } from './own-tokens.ts';
import type { TokenValues } from './render.ts';
import { ScenarioName } from './scenarios.ts';

export { ScenarioName, scenarios } from './scenarios.ts';

/** Together, in UTF-16 code units. */
const editsLength = 1024 * 1024;

/**
 * Values by the names of tokens that a person has put in the place of the samples, by scenario.
 * At most 65,536 code units each, 500 in a scenario, and 1 Mi code units together.
 */
export const SampleEdits = z
  .partialRecord(ScenarioName, z.record(TokenName, z.string().max(65_536)))
  .refine((edits) => Object.values(edits).every((values) => Object.keys(values).length <= 500), {
    error: 'At most 500 values of a scenario can be changed.',
  })
  .refine(
    (edits) =>
      Object.values(edits)
        .flatMap((values) => Object.values(values))
        .reduce((length, value) => length + value.length, 0) <= editsLength,
    { error: 'The changed values are longer than 1 Mi characters together.' },
  );
export type SampleEdits = z.infer<typeof SampleEdits>;

/**
 * The values of all known tokens in a scenario: the samples, with a person's edits in their place.
 * For a job these are the own tokens alone, because none are documented. An edit of a token that is
 * not known has no effect: an installation leaves it in the payload too.
 */
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

/** What the text of an own token holds in addition, in the scenarios that are hard on a template. */
const additions: Partial<Record<ScenarioName, string>> = {
  awkward: ' “ü” "C:\\data"\nnext line 🔔',
  difficult: ' "1" & <C:\\data> it\'s 50%+1\na=b',
};

/** The sample in a scenario: text is extended; numbers, other JSON and empty samples are not. */
function formOf(sample: string, scenario: ScenarioName): string {
  const addition = additions[scenario];
  const isText = sample !== '' && jsonFault(sample) !== null;
  return addition !== undefined && isText ? sample + addition : sample;
}
